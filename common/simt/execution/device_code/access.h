/// @file
/// @ingroup simt_execution
/// Checks and records every access of a kernel. In a header, since each hook is an instantiation of its own, in which
/// most of this is decided at compile time.
#pragma once

#include <cstdint>
#include <cstring>

#include "base/address_map.h"
#include "base/fiber.h"
#include "base/trace_event.h"
#include "base/worker.h"
#include "execution/block/block.h"
#include "execution/block/watch/wrong_index.h"
#include "execution/device_code/wrong_access.h"
#include "memory/unwritten_copies.h"
#include "operations/host_accesses.h"
#include "races/read_kind.h"

namespace simt {

enum class Verdict { kCount, kIgnore };

/// Everything that is neither global memory, nor this block's shared memory, nor this thread's own
/// stack. @param space receives where the access counts.
Verdict other_access(std::uintptr_t address, Access access, const void* pc, Space* space);
/// An access to global memory whose words are not known to be valid and written.
void first_access(std::uintptr_t address, Access access, const void* pc, ReadKind kind);
/// An access by host code to the model's memories: only page-locked and managed memory is accessible to it.
void host_access(std::uintptr_t address, std::size_t bytes, Access access, const void* pc);
/// The same for an address of a variable, or of registered memory.
void foreign_access(std::uintptr_t address, std::size_t bytes, Access access, const void* pc);
/// A load or store that may be of a flag for what is in shared memory, with a memory order. @param address not mapped
void shared_flag(std::uintptr_t address, bool is_store, int order);

inline void record(std::uint64_t address, Access access, const void* pc, std::uintptr_t frame) {
  TraceEvent* event = worker().recorder.cursor;
  event->key = event_key(frame - worker().recorder.stack_low, pc, access);
  event->address = address;
  worker().recorder.cursor = ++event;
}

/// A store to global memory has been recorded from `event` on; it is pending until the next event.
inline void await_store(TraceEvent* event) {
  worker().recorder.stores = event;
  worker().recorder.limit = nullptr;
}

/// Another thread may run in here, but not between here and the access: the record and the memory have to agree.
inline void reserve_events(unsigned events) {
  if (worker().recorder.is_pending()) current_block()->observers().global.flush_pending();
  if (worker().recorder.limit < worker().recorder.cursor + events) [[unlikely]]
    recorder_full(events);
}

/// The same before an access, which may be that of an index which does not fit its array.
inline void reserve_events(unsigned events, std::uintptr_t address, unsigned bytes) {
  if (worker().recorder.is_pending() && worker().recorder.wrong_index != nullptr) [[unlikely]]
    check_wrong_index(address, bytes);
  reserve_events(events);
}

/// An aligned access to the running block's shared memory, where the short way does not do.
template <Op op, unsigned bytes>
[[gnu::noinline]] void long_shared_access(std::uintptr_t address, const void* pc,
                                          std::uintptr_t frame) {
  if (address % bytes != 0) __builtin_unreachable();
  if (!shared_access_is_valid(address, bytes)) [[unlikely]]
    check_invalid_shared(address, Access(op, Space::kShared, bytes), pc);
  record(address, Access(op, Space::kShared, bytes), pc, frame);
  current_block()->observers().shared.access<op>(address, bytes, pc, true, ReadKind::kNumber);
}

/// An aligned access to the running block's shared memory.
template <Op op, unsigned bytes>
[[gnu::noinline]] void own_shared_access(std::uintptr_t address, const void* pc,
                                         std::uintptr_t frame) {
  if (address % bytes != 0) __builtin_unreachable();
  if (bytes != 4 || !shared_access_is_valid(address, bytes) ||
      !current_block()->observers().shared.short_access<op>(address, pc)) {
    return long_shared_access<op, bytes>(address, pc, frame);
  }
  record(address, Access(op, Space::kShared, bytes), pc, frame);
}

/// Whether a volatile or atomic access to such memory may order accesses to global memory.
inline bool may_synchronize(Space space) {
  if (!worker().recorder.watches) return false;
  return space == Space::kGlobal ||
         (space == Space::kShared && current_block()->observers().global.orders_inside());
}

/// What the compiler may do with an access.
enum class Strength {
  kPlain,
  kStrong,  ///< volatile
  kAtomic,  ///< a load or store of an atomic object
};

/// @param pieces of the access, this one included; 0: it is not the first one
template <Op op, Strength strength = Strength::kPlain, ReadKind kind = ReadKind::kNumber>
[[gnu::noinline]] void access(void* pointer, unsigned bytes, const void* pc, void* frame,
                              unsigned pieces = 1, Scope scope = Scope::kDevice) {
  constexpr bool atomic = strength == Strength::kAtomic || op == Op::kAtomic;
  constexpr bool strong = strength == Strength::kStrong || strength == Strength::kAtomic;
  auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const std::uintptr_t global_offset = address - kGlobalBase;
  if (worker().recorder.cursor == nullptr) {
    if (global_offset < kGlobalBytes + kAllSharedBytes) [[unlikely]] {
      host_access(address, bytes, Access(op, Space::kGlobal, bytes, strong), pc);
    } else if (host_watch.covers(address)) [[unlikely]] {
      foreign_access(address, bytes, Access(op, Space::kGlobal, bytes, strong), pc);
    }
    if (unwritten_copies.contain(address)) [[unlikely]] {
      if constexpr (op == Op::kStore) {
        forget_copied(address, bytes);
      } else if constexpr (kind != ReadKind::kNone) {
        host_reads_copied(address, bytes, pc);
      }
    }
    if constexpr (op == Op::kAtomic || (strong && op == Op::kStore)) host_signals();
    return;
  }
  if (pieces > 0) reserve_events(pieces, address, bytes);
  if constexpr (strong && op == Op::kStore) {
    if (pieces > 0 && !worker().recorder.is_on_stack(address) &&
        current_block()->scheduler().yield_before_store()) {
      reserve_events(pieces);
    }
  }
  Space space = Space::kGlobal;
  if (global_offset < kGlobalBytes) [[likely]] {
    if (!global_words_are_written(address, bytes)) [[unlikely]] {
      first_access(address, Access(op, space, bytes), pc, kind);
    }
  } else if (address - worker().recorder.stack_low < kStackBytes) {
    if (address % (bytes < 8 ? bytes : 8) != 0) [[unlikely]] {
      fail_misaligned(address, Access(op, Space::kLocal, bytes), pc);
    }
    if (const LocalArrays* arrays = running_thread_arrays()) [[unlikely]] {
      if (const std::uint64_t place = arrays->find(address)) {
        record(place, Access(op, Space::kLocal, bytes), pc,
               reinterpret_cast<std::uintptr_t>(frame));
      }
    }
    return;
  } else if (is_any_shared(address)) {
    space = Space::kShared;
    const bool mapped = is_mapped(address);
    address = unmapped(address);
    if (!shared_access_is_valid(address, bytes)) [[unlikely]] {
      check_invalid_shared(address, Access(op, space, bytes), pc);
    }
    if (current_block()->identity().is_remote(address)) [[unlikely]] {
      space = Space::kDistributed;
      if (!mapped) fail_not_mapped(address, Access(op, space, bytes), pc);
    }
    if constexpr (atomic || strong) {
      current_block()->observers().shared.strong_access(
          address, bytes, op, atomic ? SharedStrength::kAtomic : SharedStrength::kVolatile, pc,
          pieces > 0, kind);
    } else {
      current_block()->observers().shared.access<op>(address, bytes, pc, pieces > 0, kind);
    }
  } else if (other_access(address, Access(op, space, bytes), pc, &space) == Verdict::kIgnore) {
    return;
  }
  if (address % bytes != 0) [[unlikely]] {
    fail_misaligned(address, Access(op, space, bytes), pc);
  }
  if constexpr (strong && op == Op::kStore) {
    if (may_synchronize(space)) current_block()->observers().global.release(address, scope);
  }
  if constexpr (strength == Strength::kStrong) {
    shared_flag(address, op == Op::kStore, __ATOMIC_RELAXED);
  }
  [[maybe_unused]] TraceEvent* const event = worker().recorder.cursor;
  record(address, Access(op, space, bytes, strong, scope), pc,
         reinterpret_cast<std::uintptr_t>(frame));
  if constexpr (op == Op::kStore) {
    if (worker().recorder.watches && space == Space::kGlobal && pieces > 0) await_store(event);
  } else if constexpr (strong && op == Op::kLoad) {
    if (may_synchronize(space)) {
      worker().recorder.polls = address;
      worker().recorder.polls_scope = scope;
      worker().recorder.limit = nullptr;
    }
  }
}

/// The fast path of an access in one piece; everything else takes the slow path.
template <Op op, unsigned bytes>
[[gnu::always_inline]] inline void plain_access(void* pointer, const void* pc,
                                                void* frame_address) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto frame = reinterpret_cast<std::uintptr_t>(frame_address);
  if (!worker().recorder.has_room() || address % bytes != 0) [[unlikely]]
    return access<op>(pointer, bytes, pc, frame_address);
  if (address - kGlobalBase < kGlobalBytes) {
    if (!global_words_are_written(address, bytes)) [[unlikely]] {
      // The first store to whole words is as simple as those that follow.
      if (op != Op::kStore || bytes < 4 || !global_access_is_valid(address, bytes)) {
        return access<op>(pointer, bytes, pc, frame_address);
      }
      std::memset(written_words(address), kWholeWord, bytes / 4);
    }
    TraceEvent* const event = worker().recorder.cursor;
    record(address, Access(op, Space::kGlobal, bytes), pc, frame);
    if (op == Op::kStore && worker().recorder.watches) await_store(event);
  } else if (address - worker().recorder.shared_base < kSharedWindow) {
    own_shared_access<op, bytes>(address, pc, frame);
  } else {
    access<op>(pointer, bytes, pc, frame_address);
  }
}

}  // namespace simt
