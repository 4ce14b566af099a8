/// @file
/// @ingroup simt_base
/// What a kernel's instrumented code records, lane by lane, for the replay.
#pragma once

#include <cstdint>

#include "base/fiber.h"

namespace simt {

enum class Op : unsigned { kLoad, kStore, kAtomic, kBlock };
enum class Space : unsigned {
  kGlobal,
  kShared,
  kConstant,
  kTexture,
  kLocal,
  kDistributed,  ///< shared memory of another block of the cluster
  kTile,         ///< global memory, as a tile: counted, and never in an event
};

/// For whom an atomic access is atomic, and a fence orders.
enum class Scope : std::uint8_t { kDevice, kBlock, kSystem };

/// Kind and width of an access, packed as it travels in an event's key. `strong`: volatile, or atomic
/// without being an atomic operation of the kernel's.
struct Access {
  unsigned bits;
  constexpr Access(Op op, Space space, unsigned bytes, bool strong = false,
                   Scope scope = Scope::kDevice)
      : bits(static_cast<unsigned>(scope) << 12 | static_cast<unsigned>(strong) << 11 |
             static_cast<unsigned>(op) << 9 | static_cast<unsigned>(space) << 6 | bytes) {}
  constexpr explicit Access(unsigned packed) : bits(packed) {}
  constexpr Op op() const { return static_cast<Op>(bits >> 9 & 3); }
  constexpr Space space() const { return static_cast<Space>(bits >> 6 & 7); }
  constexpr unsigned bytes() const { return bits & 31; }
  constexpr bool strong() const { return (bits >> 11 & 1) != 0; }
  constexpr Scope scope() const { return static_cast<Scope>(bits >> 12 & 3); }
  /// A lane asks which others are where it is.
  static constexpr Access mask_query() { return Access(Op::kBlock, Space::kGlobal, 1); }
  constexpr bool is_mask_query() const { return bits == mask_query().bits; }
};

/// One access or one basic block of one lane.
///
/// key = depth in the stack (16 bits; a deeper frame has the smaller number, because the stack
/// grows down) | program counter (32) | access (16). Sorting by key is the replay's rule: deepest
/// frame first, then lowest program counter.
///
/// address = a hash of what a store wrote, 0 if that is not known, or the place of an atomic operation among
/// others (16 bits) | whether the check of global memory has seen the event (1) | the address (47).
struct TraceEvent {
  std::uint64_t key;
  std::uint64_t address;
};
inline constexpr std::uint64_t kSeen = std::uint64_t{1} << 47;
inline constexpr std::uint64_t kAddressMask = kSeen - 1;
inline constexpr unsigned kHashShift = 48;

/// @param stack_offset a multiple of 8
inline std::uint64_t event_key(std::uintptr_t stack_offset, const void* pc, Access access) {
  return (static_cast<std::uint64_t>(stack_offset) << 45) +
         (static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(pc)) << 16) + access.bits;
}
inline std::uint64_t site_of(std::uint64_t key) { return key & 0xffff'ffff'ffff; }
inline const void* pc_of(std::uint64_t key) {
  return reinterpret_cast<const void*>(key >> 16 & 0xffff'ffff);
}
inline Access access_of(std::uint64_t key) { return Access(static_cast<unsigned>(key & 0xffff)); }

/// An access to local memory has, as its address, the number of the array (15 bits, from bit 32 on)
/// and the offset in it. Sites of it are kept apart by that number.
inline std::uint64_t local_site_of(std::uint64_t key, std::uint64_t address) {
  return site_of(key) | address >> 32 << 48;
}
inline std::uint64_t array_number_of(std::uint64_t site) { return site >> 48; }

/// Events a lane can record before its warp is replayed; 66 cache lines, so that the buffers of
/// neighbouring lanes do not share an L1 set.
inline constexpr unsigned kLaneEvents = 264;

/// Recording state of the OS thread. `cursor` is null outside of a kernel.
struct Recorder {
  TraceEvent* cursor;
  std::uintptr_t stack_low;  ///< lowest address of the running fiber's stack
  TraceEvent* last;          ///< place of the buffer's last event; null while something is pending
  TraceEvent* end;           ///< of the lane's buffer, as far as it is to be used
  TraceEvent* begin;         ///< of the lane's buffer
  std::uintptr_t shared_base;  ///< of the window of the running block
  // What was about to happen to global memory when the last events were recorded:
  TraceEvent* stores;       ///< the first event of a store; the others are its other pieces
  std::uintptr_t acquires;  ///< the address of a volatile load
  bool watches;             ///< whether races on global memory are checked
  Scope acquires_scope;     ///< of that load
  Scope scope;              ///< of the atomic access that comes next
  /// What the compiler knows of an array whose index does not fit, and with which something is about to happen.
  const void* wrong_index;
  std::uint64_t wrong_index_value;
  const void* wrong_index_pc;

  /// Whether the last events are not complete yet; `last` is null then, so that the next one is noticed.
  bool is_pending() const { return last == nullptr; }
  /// Whether `address` is on the running fiber's stack: it is one of the thread's own variables.
  bool is_on_stack(std::uintptr_t address) const { return address - stack_low < kStackBytes; }
  /// Whether a frame that begins there leaves no space below it for the hooks.
  bool overflows(std::uintptr_t frame) const {
    return frame - stack_low - kStackReserve >= kStackBytes - kStackReserve;
  }
  /// Whether one more event can be recorded, and nothing is pending: as one comparison, which is false
  /// outside of a kernel, too.
  bool has_room() const {
    return reinterpret_cast<std::uintptr_t>(cursor) - 1 < reinterpret_cast<std::uintptr_t>(last);
  }
  /// Whether so many more events can be recorded, and nothing is pending. Only for callers inside of a kernel.
  bool has_room_for(unsigned events) const { return cursor + events <= last + 1; }
};
/// Called when there is no room for `events`, or when what was pending has happened; returns when there
/// is room.
void recorder_full(unsigned events);

}  // namespace simt
