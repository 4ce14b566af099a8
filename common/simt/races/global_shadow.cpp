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

/// Bytes share the 16 bits of their word: 4 bits each, never 0.
unsigned byte_hash(std::uint16_t hash, unsigned byte) {
  return (byte == 0 ? hash % 15 : hash / 15 % 15) + 1;
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
      value = *reinterpret_cast<const std::uint8_t*>(address);
      break;
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

void store_hash(std::uint16_t* values, unsigned offset, unsigned bytes, std::uint16_t hash) {
  std::uint16_t* word = values + offset / 4;
  if (bytes >= 4) {
    for (unsigned i = 0; i < bytes / 4; ++i) word[i] = hash;
    return;
  }
  for (unsigned i = 0; i < bytes; ++i) {
    const unsigned shift = (offset + i) % 4 * 4;
    const unsigned value = hash == 0 ? 0 : byte_hash(hash, i);
    *word = static_cast<std::uint16_t>((*word & ~(15u << shift)) | value << shift);
  }
}

bool same_hash(const std::uint16_t* values, unsigned offset, unsigned bytes, std::uint16_t hash) {
  if (hash == 0) return true;
  const std::uint16_t* word = values + offset / 4;
  if (bytes >= 4) return *word == hash || *word == 0;
  for (unsigned i = 0; i < bytes; ++i) {
    const unsigned noted = *word >> (offset + i) % 4 * 4 & 15u;
    if (noted != 0 && noted != byte_hash(hash, i)) return false;
  }
  return true;
}

}  // namespace simt
