/// @file
/// @ingroup simt_races
/// Shadow memory of the check of global memory: for each 128 bytes, how the blocks of a launch have used them.
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

/// Two strong uses (volatile or atomic) do not race. Some have block scope: between blocks these are like plain ones.
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

/// The threads of a run of lanes, and what they do.
struct Users {
  int thread0 : 12;           ///< byte i was used by thread `thread0 + (i >> step)`
  std::uint32_t step : 3;     ///< kOneThread: it has used all
  std::uint32_t width : 3;    ///< log2 of the width of the access; kFreed: the bytes are freed
  std::uint32_t use : 3;      ///< Use
  std::uint32_t several : 1;  ///< another lane of the warp did the same in this request
  std::uint32_t lane : 5;     ///< that lane; of an atomic operation the last one
  /// Other blocks are checked against another slot for these bytes. This one is a second user in the block, or the
  /// last atomic operation on the bytes.
  std::uint32_t secondary : 1;

  static constexpr std::uint32_t kOneThread = 7, kFreed = 7;

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

/// Bytes of a unit that threads of one block have used in the same way at one program counter.
struct Slot {
  ByteMask bytes [[gnu::packed, gnu::aligned(4)]];  ///< 0: the slot is free
  std::uint32_t block;                              ///< in the order of the grid's blocks
  std::uint32_t pc;
  std::uint32_t timestamp;  ///< a Timestamp: phase of the block, and its warp's clock in it
  Users users;
  /// Of an atomic operation: its position in the modification order of the unit. Of another use: the position of
  /// the last atomic operation on the same bytes that happens before it; 0: none.
  std::uint32_t modification;

  Use use() const { return static_cast<Use>(users.use); }
  int thread(unsigned byte) const { return users.thread0 + static_cast<int>(byte >> users.step); }
  /// The last of the lanes that used this byte.
  int last_thread(unsigned byte) const {
    const int first = thread(byte);
    return users.several ? first / 32 * 32 + static_cast<int>(users.lane) : first;
  }
};
static_assert(sizeof(Slot) == 36);

/// More slots, for units with many different uses.
struct SlotNode {
  Slot slots[3];
  SlotNode* next;
};

struct alignas(128) Unit {
  std::uint32_t tag;  ///< of the launch that the rest belongs to; for other launches it is void
  std::uint8_t lock;
  std::uint8_t used;  ///< of `slots`
  /// Plain reads by this block and higher ones add nothing to what is known, as long as there is no other use: two
  /// lower blocks have read every byte, and nobody does anything else. 0: that is not known.
  std::uint16_t read_enough;
  SlotNode* more;
  Slot slots[3];
  std::uint32_t modification;  ///< of the last atomic operation on it, in any launch; 0: none
};
static_assert(sizeof(Unit) == 128, "two cache lines; most units need the first one only");

/// Whether a plain read by this block of the launch adds nothing to what is known. Without a lock: it may be told of
/// what is no longer so just as if the read had come a little earlier.
inline bool is_read_enough(const Unit& unit, std::uint32_t tag, std::uint32_t block) {
  if (__atomic_load_n(&unit.tag, __ATOMIC_ACQUIRE) != tag) return false;
  const std::uint16_t from = __atomic_load_n(&unit.read_enough, __ATOMIC_RELAXED);
  return from != 0 && block >= from;
}

inline Unit& unit_of(std::uintptr_t address) {
  return reinterpret_cast<Unit*>(kUnitBase)[unit_offset(address) / kUnit];
}
/// What was last written to a unit: hashes of its 32 words, and of narrower values. These are stored byte by byte,
/// since different bytes must have different hashes.
struct UnitValues {
  std::uint16_t* words;
  std::uint8_t* bytes;
};
inline UnitValues values_of(std::uintptr_t address) {
  const std::size_t unit = unit_offset(address) / kUnit;
  return {reinterpret_cast<std::uint16_t*>(kValueBase) + unit * (kUnit / 4),
          reinterpret_cast<std::uint8_t*>(kNarrowBase) + unit * kUnit};
}

/// A spin lock on a unit.
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
/// Records a write. @param offset of the access in its unit
void store_hash(const UnitValues& values, unsigned offset, unsigned bytes, std::uint16_t hash);
/// Whether the last write that `store_hash` recorded there, of the same width, was of this value.
bool same_hash(const UnitValues& values, unsigned offset, unsigned bytes, std::uint16_t hash);

}  // namespace simt
