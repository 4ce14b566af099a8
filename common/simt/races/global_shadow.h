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

/// The strong ones are volatile and atomic: two of these are no race. The scope of some is the block only:
/// between blocks they are like plain ones.
enum class Use : std::uint8_t {
  kWrite,
  kStrongWrite,
  kUpdate,  ///< an atomic operation
  kBlockWrite,
  kBlockUpdate,
  kRead,
  kStrongRead,
  kBlockRead,
};
inline bool is_read(Use use) { return use >= Use::kRead; }
inline bool is_update(Use use) { return use == Use::kUpdate || use == Use::kBlockUpdate; }
inline bool is_plain(Use use) { return use == Use::kWrite || use == Use::kRead; }
/// @param inside of one block
inline bool is_strong(Use use, bool inside) {
  if (inside) return !is_plain(use);
  return use == Use::kStrongWrite || use == Use::kUpdate || use == Use::kStrongRead;
}

/// The threads of a run, and what they do.
struct Users {
  int thread0 : 12;           ///< byte i was used by thread `thread0 + (i >> step)`
  std::uint32_t step : 3;     ///< 7: one thread has used all
  std::uint32_t width : 3;    ///< log2 of the width of the access; kFreed: the bytes are given back
  std::uint32_t use : 3;      ///< Use
  std::uint32_t several : 1;  ///< another lane of the warp did so, too, at the same time
  std::uint32_t lane : 5;     ///< that one; of an atomic operation the last one
  /// Another slot stands for these bytes in others' eyes. This is a second user in the block, or the last one
  /// of all with an atomic operation.
  std::uint32_t beside : 1;

  static constexpr std::uint32_t kFreed = 7;

  void set_thread0(int thread) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
    thread0 = thread;
#pragma GCC diagnostic pop
  }
  bool operator==(const Users& other) const {
    return std::bit_cast<std::uint32_t>(*this) == std::bit_cast<std::uint32_t>(other);
  }
};
static_assert(sizeof(Users) == 4);

/// Bytes of a unit that threads of one block have used in the same way at one place of the kernel.
struct Slot {
  ByteMask bytes [[gnu::packed, gnu::aligned(4)]];  ///< 0: the slot is free
  std::uint32_t block;                              ///< in the order of the grid's blocks
  std::uint32_t pc;
  std::uint32_t stamp;  ///< when: barrier interval of the block, and moment of the warp in it
  Users users;
  /// Of an atomic operation its place among those on the unit. Of another use the place of the atomic
  /// operation on the same bytes that the threads had behind them; 0: none.
  std::uint32_t turn;

  Use use() const { return static_cast<Use>(users.use); }
  int thread(unsigned byte) const { return users.thread0 + static_cast<int>(byte >> users.step); }
  /// The one of them that was last.
  int last_thread(unsigned byte) const {
    const int first = thread(byte);
    return users.several ? first / 32 * 32 + static_cast<int>(users.lane) : first;
  }
};
static_assert(sizeof(Slot) == 36);

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
  std::uint32_t turn;  ///< of the last atomic operation on it, in any launch; 0: none
};
static_assert(sizeof(Unit) == 128, "two cache lines; most units need the first one only");

inline Unit& unit_of(std::uintptr_t address) {
  return reinterpret_cast<Unit*>(kUnitBase)[unit_offset(address) / kUnit];
}
/// What was last written to a unit: hashes of its 32 words, and what is narrower. It has bytes of its own, since two
/// bytes that differ must be told apart for sure.
struct UnitValues {
  std::uint16_t* words;
  std::uint8_t* bytes;
};
inline UnitValues values_of(std::uintptr_t address) {
  const std::size_t unit = unit_offset(address) / kUnit;
  return {reinterpret_cast<std::uint16_t*>(kValueBase) + unit * (kUnit / 4),
          reinterpret_cast<std::uint8_t*>(kNarrowBase) + unit * kUnit};
}

/// Keeps other OS threads from a unit.
class UnitLock {
 public:
  explicit UnitLock(Unit& unit) : unit_(unit) { lock(unit); }
  ~UnitLock() { unlock(unit_); }
  UnitLock(const UnitLock&) = delete;
  UnitLock& operator=(const UnitLock&) = delete;

  static void lock(Unit& unit) {
    if (__atomic_exchange_n(&unit.lock, 1, __ATOMIC_ACQUIRE) != 0) [[unlikely]]
      wait_for(unit);
  }
  static void unlock(Unit& unit) { __atomic_store_n(&unit.lock, 0, __ATOMIC_RELEASE); }

 private:
  static void wait_for(Unit& unit);
  Unit& unit_;
};

/// Hash of a value; never 0.
inline std::uint16_t hash_word(std::uint64_t value) {
  const auto hash = static_cast<std::uint16_t>(value * 0x9e3779b97f4a7c15u >> 48);
  return hash != 0 ? hash : 1;
}
/// Hash of `bytes` bytes at `address`; never 0. That of one byte is at most 255.
std::uint16_t hash_value(std::uintptr_t address, unsigned bytes);
/// Notes a write. @param offset of the access in its unit.
void store_hash(const UnitValues& values, unsigned offset, unsigned bytes, std::uint16_t hash);
/// Whether what `store_hash` noted last, of an access of the same width, was this value.
bool same_hash(const UnitValues& values, unsigned offset, unsigned bytes, std::uint16_t hash);

}  // namespace simt
