/// @file
/// @ingroup simt_execution
/// Checks and records every access of a kernel. In a header, since each hook is an instantiation of its own, in which
/// most of this is decided at compile time.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

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
/// The rule for an aligned piece of a tile or of a bulk copy, which no hook sees. @return where it counts, if it does
inline std::optional<Space> check_global_piece(std::uintptr_t address, Access access,
                                               const void* pc, ReadKind kind) {
  Space space = Space::kGlobal;
  if (address - kGlobalBase >= kGlobalBytes) {  // a variable, or registered memory
    const bool counts = other_access(address, access, pc, &space) == Verdict::kCount;
    return counts ? std::optional(space) : std::nullopt;
  }
  if (!global_words_are_written(address, access.bytes())) [[unlikely]]
    first_access(address, access, pc, kind);
  return space;
}
/// An access by host code to the model's memories: only page-locked and managed memory is accessible to it.
void host_access(std::uintptr_t address, std::size_t bytes, Access access, const void* pc);
/// The same for an address of a variable, or of registered memory.
void foreign_access(std::uintptr_t address, std::size_t bytes, Access access, const void* pc);
/// A load or store that may be of a flag for what is in shared memory, with a memory order. @param address not mapped
void shared_flag(std::uintptr_t address, bool is_store, int order);

/// The rule of global memory: all words of an access are valid and written. A first store makes them so, if it is of
/// whole words. False: nothing is done, and `first_access` decides.
/// @param words what is known of them
template <Op op>
[[gnu::always_inline]] inline bool are_written(const std::uint8_t* words, std::uintptr_t address,
                                               unsigned bytes) {
  if (words_are(words, bytes, kWholeWord)) [[likely]]
    return true;
  if (op != Op::kStore || bytes < 4 || !global_access_is_valid(address, bytes)) return false;
  std::memset(written_words(address), kWholeWord, bytes / 4);
  return true;
}

/// Records an access. A store to global memory is pending until the next event, when its value is known.
/// @param is_first false for the further pieces of one access
template <Op op>
[[gnu::always_inline]] inline void record(std::uint64_t address, Access access, const void* pc,
                                          std::uintptr_t frame, bool is_first = true) {
  Recorder& recorder = worker().recorder;
  TraceEvent* const event = recorder.cursor;
  event->key = event_key(frame - recorder.stack_low, pc, access);
  event->address = address;
  recorder.cursor = event + 1;
  if (op == Op::kStore && access.space() == Space::kGlobal && is_first && recorder.watches) {
    recorder.stores = event;
    recorder.last = nullptr;
  }
}

/// Another thread may run in here, but not between here and the access: the record and the memory have to agree.
inline void reserve_events(unsigned events) {
  if (worker().recorder.is_pending()) current_block()->watch().global.flush_pending();
  if (!worker().recorder.has_room_for(events)) [[unlikely]]
    recorder_full(events);
}

/// The same before an access, which may be that of an index which does not fit its array.
inline void reserve_events(unsigned events, std::uintptr_t address, unsigned bytes) {
  if (worker().recorder.is_pending() && worker().recorder.wrong_index != nullptr) [[unlikely]]
    check_wrong_index(address, bytes);
  reserve_events(events);
}

/// In its block. (To find it in the block is one load less than to find it where a check would.)
inline unsigned running_thread_number() { return current_block()->threads().current; }

/// A valid, aligned access to the running block's shared memory, where the shorter ways do not do.
template <Op op, unsigned bytes>
[[gnu::noinline]] void long_shared_access(std::uintptr_t address, const void* pc,
                                          std::uintptr_t frame) {
  if (address % bytes != 0) __builtin_unreachable();
  record<op>(address, Access(op, Space::kShared, bytes), pc, frame);
  current_block()->watch().shared.access<op>(address, bytes, pc, true, ReadKind::kNumber);
}

/// The same for a word that is used in the simplest ways.
template <Op op>
[[gnu::noinline]] void short_shared_access(std::uintptr_t address, const void* pc,
                                           std::uintptr_t frame) {
  if (!current_block()->watch().shared.short_access<op>(address, running_thread_number(), pc)) {
    return long_shared_access<op, 4>(address, pc, frame);
  }
  record<op>(address, Access(op, Space::kShared, 4), pc, frame);
}

/// An aligned access to bytes of its window that no array has, or that a copy in flight writes.
template <Op op, unsigned bytes>
[[gnu::noinline]] void invalid_shared_access(std::uintptr_t address, const void* pc,
                                             std::uintptr_t frame) {
  check_invalid_shared(address, Access(op, Space::kShared, bytes), pc);
  long_shared_access<op, bytes>(address, pc, frame);
}

/// An aligned access to the running block's window of shared memory.
template <Op op, unsigned bytes>
[[gnu::always_inline]] inline void own_shared_access(std::uintptr_t address, const void* pc,
                                                     std::uintptr_t frame) {
  if (address % bytes != 0) __builtin_unreachable();
  if (!shared_access_is_valid(address, bytes)) [[unlikely]]
    return invalid_shared_access<op, bytes>(address, pc, frame);
  if constexpr (bytes != 4) {
    long_shared_access<op, bytes>(address, pc, frame);
  } else if (op != Op::kLoad ||
             !current_block()->watch().shared.is_read_again(address, running_thread_number(), pc)) {
    short_shared_access<op>(address, pc, frame);
  } else {
    record<op>(address, Access(op, Space::kShared, bytes), pc, frame);
  }
}

/// Whether a volatile or atomic access to such memory may order accesses to global memory.
inline bool may_synchronize(Space space) {
  if (!worker().recorder.watches) return false;
  return space == Space::kGlobal ||
         (space == Space::kShared && current_block()->watch().global.orders_inside());
}

/// What the compiler may do with an access.
enum class Strength {
  kPlain,
  kStrong,  ///< volatile
  kAtomic,  ///< a load or store of an atomic object
};

template <Op op, Strength strength>
inline constexpr bool kIsAtomic = strength == Strength::kAtomic || op == Op::kAtomic;

/// An access by host code, which may be to memory of the model.
template <Op op, Strength strength, ReadKind kind>
[[gnu::always_inline]] inline void host_side_access(std::uintptr_t address, unsigned bytes,
                                                    const void* pc) {
  const Access access(op, Space::kGlobal, bytes, strength != Strength::kPlain);
  if (address - kGlobalBase < kGlobalBytes + kAllSharedBytes) [[unlikely]] {
    host_access(address, bytes, access, pc);
  } else if (host_watch.covers(address)) [[unlikely]] {
    foreign_access(address, bytes, access, pc);
  }
  if (unwritten_copies.contain(address)) [[unlikely]] {
    if constexpr (op == Op::kStore) {
      forget_copied(address, bytes);
    } else if constexpr (kind != ReadKind::kNone) {
      host_reads_copied(address, bytes, pc);
    }
  }
  if constexpr (op == Op::kAtomic || (strength != Strength::kPlain && op == Op::kStore))
    host_signals();
}

/// An access to the running thread's own stack, which counts only if it is to an array that a GPU may have in local
/// memory.
template <Op op>
[[gnu::always_inline]] inline void local_access(std::uintptr_t address, unsigned bytes,
                                                const void* pc, std::uintptr_t frame) {
  const Access access(op, Space::kLocal, bytes);
  if (address % (bytes < 8 ? bytes : 8) != 0) [[unlikely]]
    fail_misaligned(address, access, pc);
  if (const LocalArrays* arrays = running_thread_arrays()) [[unlikely]] {
    if (const std::uint64_t place = arrays->find(address)) record<op>(place, access, pc, frame);
  }
}

/// Checks an access to shared memory of the running block or of its cluster. @return where it counts
template <Op op, Strength strength, ReadKind kind>
[[gnu::always_inline]] inline Space shared_access(std::uintptr_t address, bool mapped,
                                                  unsigned bytes, const void* pc, bool is_first) {
  Space space = Space::kShared;
  if (!shared_access_is_valid(address, bytes)) [[unlikely]]
    check_invalid_shared(address, Access(op, space, bytes), pc);
  if (current_block()->identity().is_remote(address)) [[unlikely]] {
    space = Space::kDistributed;
    if (!mapped) fail_not_mapped(address, Access(op, space, bytes), pc);
  }
  SharedWatch& shared = current_block()->watch().shared;
  if constexpr (kIsAtomic<op, strength> || strength != Strength::kPlain) {
    const auto how = kIsAtomic<op, strength> ? SharedStrength::kAtomic : SharedStrength::kVolatile;
    shared.strong_access(address, bytes, op, how, pc, is_first, kind);
  } else {
    shared.access<op>(address, bytes, pc, is_first, kind);
  }
  return space;
}

/// @param pieces of the access, this one included; 0: it is not the first one
template <Op op, Strength strength = Strength::kPlain, ReadKind kind = ReadKind::kNumber>
[[gnu::noinline]] void access(void* pointer, unsigned bytes, const void* pc, void* frame_address,
                              unsigned pieces = 1, Scope scope = Scope::kDevice) {
  constexpr bool strong = strength != Strength::kPlain;
  const auto frame = reinterpret_cast<std::uintptr_t>(frame_address);
  auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (worker().recorder.cursor == nullptr) {
    return host_side_access<op, strength, kind>(address, bytes, pc);
  }
  if (pieces > 0) reserve_events(pieces, address, bytes);
  if constexpr (strong && op == Op::kStore) {
    if (pieces > 0 && !worker().recorder.is_on_stack(address) &&
        current_block()->scheduler().yield_before_store()) {
      reserve_events(pieces);
    }
  }
  Space space = Space::kGlobal;
  if (address - kGlobalBase < kGlobalBytes) [[likely]] {
    if (!are_written<op>(written_words(address), address, bytes)) [[unlikely]]
      first_access(address, Access(op, space, bytes), pc, kind);
  } else if (worker().recorder.is_on_stack(address)) {
    return local_access<op>(address, bytes, pc, frame);
  } else if (is_any_shared(address)) {
    const bool mapped = is_mapped(address);
    address = unmapped(address);
    space = shared_access<op, strength, kind>(address, mapped, bytes, pc, pieces > 0);
  } else if (other_access(address, Access(op, space, bytes), pc, &space) == Verdict::kIgnore) {
    return;
  }
  if (address % bytes != 0) [[unlikely]]
    fail_misaligned(address, Access(op, space, bytes), pc);
  if constexpr (strong && op == Op::kStore) {
    if (may_synchronize(space)) current_block()->watch().global.release(address, scope);
  }
  if constexpr (strength == Strength::kStrong) {
    shared_flag(address, op == Op::kStore, __ATOMIC_RELAXED);
  }
  record<op>(
      address,
      Access(op, space, bytes, strong, strength == Strength::kStrong ? Scope::kSystem : scope), pc,
      frame, pieces > 0);
  if constexpr (strong && op == Op::kLoad) {
    if (pieces > 0) current_block()->scheduler().polls().load(space, address, bytes);
    if (may_synchronize(space)) {
      worker().recorder.acquires = address;
      worker().recorder.acquires_scope = scope;
      worker().recorder.last = nullptr;
    }
  }
}

/// The fast path of an access in one piece: where it is known to be right, it is only recorded. Everything else takes
/// the slow path, which applies the same rules, and reports.
template <Op op, unsigned bytes>
[[gnu::always_inline]] inline void plain_access(void* pointer, const void* pc,
                                                void* frame_address) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto frame = reinterpret_cast<std::uintptr_t>(frame_address);
  if (!worker().recorder.has_room()) [[unlikely]]
    return access<op>(pointer, bytes, pc, frame_address);
  // The low bits, which are 0 in an aligned address, become the highest ones: one comparison for both.
  const auto place_in = [address](std::uintptr_t base) {
    return std::rotr(address - base, std::countr_zero(std::uintptr_t{bytes}));
  };
  const std::uintptr_t place = place_in(kGlobalBase);
  if (place < kGlobalBytes / bytes) {
    auto* const words = reinterpret_cast<const std::uint8_t*>(kWrittenBase) + place * bytes / 4;
    if (!are_written<op>(words, address, bytes)) [[unlikely]]
      return access<op>(pointer, bytes, pc, frame_address);
    record<op>(address, Access(op, Space::kGlobal, bytes), pc, frame);
  } else if (place_in(worker().recorder.shared_base) < kSharedWindow / bytes) {
    own_shared_access<op, bytes>(address, pc, frame);
  } else {
    access<op>(pointer, bytes, pc, frame_address);
  }
}

}  // namespace simt
