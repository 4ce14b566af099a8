#include "races/global_shadow.h"

#include <sched.h>

#include <cstring>

namespace simt {
namespace {

template <class Word>
Word load(std::uintptr_t address) {
  Word word;
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  return word;
}

/// One of 255; two rare ones have the same.
std::uint16_t hash_byte(std::uint8_t value) {
  if (value == 0) return 0xc6;
  return value == 0xc6 ? 0x9d : value;
}

}  // namespace

void UnitLock::wait_for(Unit& unit) {
  int tries = 1;
  do {
    if (++tries % 64 == 0) sched_yield();
  } while (__atomic_exchange_n(&unit.lock, 1, __ATOMIC_ACQUIRE) != 0);
}

std::uint16_t hash_value(std::uintptr_t address, unsigned bytes) {
  std::uint64_t value = 0;
  switch (bytes) {
    case 1:
      return hash_byte(*reinterpret_cast<const std::uint8_t*>(address));
    case 2:
      value = load<std::uint16_t>(address);
      break;
    case 4:
      value = load<std::uint32_t>(address);
      break;
    default:
      value = load<std::uint64_t>(address);
      if (bytes == 8) break;
      const auto upper = load<std::uint64_t>(address + 8);
      value ^= (upper << 29 | upper >> 35) * 0xd6e8feb86659fd93u;
  }
  return hash_word(value);
}

void store_hash(const UnitValues& values, unsigned offset, unsigned bytes, std::uint16_t hash) {
  if (bytes < 4) {
    std::memcpy(values.bytes + offset, &hash, bytes);
    return;
  }
  for (unsigned i = 0; i < bytes / 4; ++i) values.words[offset / 4 + i] = hash;
}

bool same_hash(const UnitValues& values, unsigned offset, unsigned bytes, std::uint16_t hash) {
  std::uint16_t stored = 0;
  if (bytes < 4) {
    std::memcpy(&stored, values.bytes + offset, bytes);
  } else {
    stored = values.words[offset / 4];
  }
  return stored == hash || stored == 0 || hash == 0;
}

}  // namespace simt
