/// @file
/// @ingroup simt_races
/// What is known about the use of every 128 bytes of memory by the blocks of a launch.
#pragma once

#include <bit>
#include <cstdint>

#include "base/address_map.h"

namespace simt {

inline constexpr std::size_t kUnit = 128;

/// Bytes of a unit.
__extension__ using ByteMask = unsigned __int128;

inline ByteMask mask_of(std::size_t low, std::size_t high) {
  return ~ByteMask{0} >> (kUnit - (high - low)) << low;
}
inline unsigned lowest_byte(ByteMask mask) {
  const auto lower = static_cast<std::uint64_t>(mask);
  return static_cast<unsigned>(lower != 0
                                   ? std::countr_zero(lower)
                                   : 64 + std::countr_zero(static_cast<std::uint64_t>(mask >> 64)));
}
inline unsigned end_byte(ByteMask mask) {
  const auto upper = static_cast<std::uint64_t>(mask >> 64);
  return static_cast<unsigned>(upper != 0
                                   ? 128 - std::countl_zero(upper)
                                   : 64 - std::countl_zero(static_cast<std::uint64_t>(mask)));
}

enum class Use : std::uint8_t { kWrite, kStrongWrite, kUpdate, kRead, kStrongRead };
inline bool is_read(Use use) { return use >= Use::kRead; }
/// Volatile and atomic: two of these are no race.
inline bool is_strong(Use use) { return use != Use::kWrite && use != Use::kRead; }

/// Bytes of a unit that threads of one block have used in the same way at one place of the kernel.
struct Slot {
  ByteMask bytes;       ///< 0: the slot is free
  std::uint32_t block;  ///< in the order of the grid's blocks
  std::uint32_t pc;
  std::uint32_t stamp;   ///< when: barrier interval, and fences of the thread in it
  std::int16_t thread0;  ///< byte i was used by thread `thread0 + (i >> shift)`
  std::uint8_t shift;    ///< log2 of the width of the access
  Use use;

  int thread(unsigned byte) const { return thread0 + static_cast<int>(byte >> shift); }
};

/// More slots, for units that many have used.
struct SlotNode {
  Slot slots[3];
  SlotNode* next;
};

struct alignas(128) Unit {
  std::uint32_t tag;  ///< launch that the rest belongs to; another one's is void
  std::uint8_t lock;
  std::uint8_t used;  ///< of `slots`
  SlotNode* more;
  Slot slots[3];
};
static_assert(sizeof(Unit) == 128, "two cache lines; most units need the first one only");

inline Unit& unit_of(std::uintptr_t address) {
  return reinterpret_cast<Unit*>(kUnitBase)[unit_offset(address) / kUnit];
}
/// Hashes of what was last written to the 32 words of a unit.
inline std::uint16_t* values_of(std::uintptr_t address) {
  return reinterpret_cast<std::uint16_t*>(kValueBase) + unit_offset(address) / kUnit * (kUnit / 4);
}

/// Hash of `bytes` bytes at `address`; never 0.
std::uint16_t hash_value(std::uintptr_t address, unsigned bytes);
/// Notes a write. @param offset of the access in its unit.
void store_hash(std::uint16_t* values, unsigned offset, unsigned bytes, std::uint16_t hash);
/// Whether what `store_hash` noted last, of an access of the same width, was this value.
bool same_hash(const std::uint16_t* values, unsigned offset, unsigned bytes, std::uint16_t hash);

}  // namespace simt
