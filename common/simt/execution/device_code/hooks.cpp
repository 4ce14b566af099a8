// The functions that instrumented code calls: gcc's -fsanitize=thread names every access, its
// -fsanitize-coverage=trace-pc every basic block. In a kernel each call checks the access and
// records one event; on the host it returns at once.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/address_map.h"
#include "base/fiber.h"
#include "base/trace_event.h"
#include "execution/block/block.h"
#include "execution/device_code/array_bounds.h"
#include "execution/device_code/hooks.h"
#include "execution/device_code/wrong_access.h"
#include "execution/grid/probe.h"
#include "execution/reports/host_reports.h"
#include "memory/elements.h"
#include "memory/memory.h"
#include "memory/registered.h"
#include "memory/write_watch.h"
#include "operations/stream_order.h"
#include "races/global_shadow.h"

namespace simt {

__thread Recorder recorder;

namespace {

enum class Verdict { kCount, kIgnore };

/// Everything that is neither global memory, nor this block's shared memory, nor this thread's own
/// stack. @param space receives where the access counts.
[[gnu::noinline]] Verdict other_access(std::uintptr_t address, Access access, const void* pc,
                                       Space* space) {
  const StaticMemory memory = classify_static(address);
  const bool is_variable = memory != StaticMemory::kNone && memory != StaticMemory::kReadOnly;
  if (is_variable && !is_in_variable(address, access.bytes())) {
    if (address % access.bytes() != 0) fail_misaligned(address, access, pc);
    fail_outside_variable(address, access, pc);
  }
  switch (memory) {
    case StaticMemory::kDevice:
    case StaticMemory::kManaged:
      *space = Space::kGlobal;
      return Verdict::kCount;
    case StaticMemory::kConstant:
      if (access.op() == Op::kLoad) {
        *space = Space::kConstant;
        return Verdict::kCount;
      }
      fail_constant_write(address, access, pc);
    case StaticMemory::kReadOnly:
      if (access.op() == Op::kLoad) return Verdict::kIgnore;  // tables the compiler made
      break;
    case StaticMemory::kNone:
      break;
  }
  if (current_block()->is_parameter(address)) return Verdict::kIgnore;
  if (const auto registered = registered_at(address, access.bytes())) {
    if (registered->read_only() && access.op() != Op::kLoad) {
      fail_read_only_write(address, access, pc, *registered);
    }
    *space = Space::kGlobal;
    return Verdict::kCount;
  }
  fail_host_pointer(address, access, pc);
}

/// Host code uses memory that it shares with the device.
inline void shared_access(std::uintptr_t address, std::size_t bytes, Access access,
                          const void* pc) {
  if (access.op() != Op::kLoad && write_watch_is_on) [[unlikely]] {
    note_writer(WriterKind::kHost, address, bytes);
  }
  if (host_watch.active.load(std::memory_order_relaxed)) {
    note_host_access(event_key(0, pc, access), address, bytes);
  } else if (const bool writes = access.op() != Op::kLoad;
             !host_may_use_pages(address, bytes, writes)) [[unlikely]] {
    host_uses_pages(address, bytes, writes);
  }
}

/// Host code at an address of the model's memories: only page-locked and managed memory is its own.
[[gnu::noinline]] void host_access(std::uintptr_t address, std::size_t bytes, Access access,
                                   const void* pc) {
  if (address >= kDeviceBase) host_dereferenced_device_memory(pc);
  if (!global_access_is_valid(address, 1) || !global_access_is_valid(address + bytes - 1, 1)) {
    host_left_allocation(address, pc);
  }
  shared_access(address, bytes, access, pc);
}
[[gnu::noinline]] void foreign_access(std::uintptr_t address, std::size_t bytes, Access access,
                                      const void* pc) {
  if (is_device_variable(address)) host_used_device_variable(address, pc);
  if (classify_static(address) == StaticMemory::kManaged && !is_in_variable(address, bytes)) {
    host_left_variable(address, bytes, pc);
  }
  shared_access(address, bytes, access, pc);
}

inline void record(std::uintptr_t address, Access access, const void* pc, std::uintptr_t frame) {
  TraceEvent* event = recorder.cursor;
  event->key = event_key(frame - recorder.stack_low, pc, access);
  event->address = address;
  recorder.cursor = ++event;
}

/// Whether memory has a byte of `value` for each of the words of an aligned access of 8 or 16 bytes.
template <unsigned bytes>
inline bool words_are(const std::uint8_t* words, std::uint8_t value) {
  std::conditional_t<bytes == 16, std::uint32_t, std::uint16_t> all;
  std::memcpy(&all, words, sizeof all);
  return all == static_cast<decltype(all)>(0x01010101u * value);
}

/// Another thread may run in here, but not from here on until the access has happened: what is
/// noted, and what is there, belong together.
inline void make_room(unsigned events) {
  if (recorder.is_pending()) current_block()->global_order().flush_pending();
  if (recorder.limit < recorder.cursor + events) [[unlikely]]
    recorder_full(events);
}

/// The same before an access, which may be that of an index which does not fit its array.
inline void make_room(unsigned events, std::uintptr_t address, unsigned bytes) {
  if (recorder.is_pending() && recorder.wrong_index != nullptr) [[unlikely]]
    judge_wrong_index(address, bytes);
  make_room(events);
}

bool releases(int order) { return order >= __ATOMIC_RELEASE; }
/// CUDA's own atomic functions are taken for acquires: shared_order.h.
bool acquires(int order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }

/// An access to global memory whose words are not known to be valid and written.
[[gnu::noinline]] void first_access(std::uintptr_t address, Access access, const void* pc,
                                    ReadKind kind) {
  if (!global_access_is_valid(address, access.bytes())) fail_invalid_global(address, access, pc);
  if (kind != ReadKind::kNone && access.op() != Op::kStore) {
    current_block()->check_written(address, access, pc, kind);
  }
  if (access.op() != Op::kLoad) mark_written(address, access.bytes());
}

/// A load or store that may be of a flag in shared memory, with a memory order. @param address not mapped
void shared_flag(std::uintptr_t address, bool is_store, int order) {
  if (is_store) {
    current_block()->release_shared(address, true, releases(order));
  } else {
    current_block()->acquire_shared(address, acquires(order));
  }
}

/// The same of a load or store of an atomic object.
void atomic_flag(const volatile void* object, bool is_store, int order) {
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  if (recorder.cursor != nullptr && is_any_shared(address)) {
    shared_flag(unmapped(address), is_store, order);
  }
}

/// An aligned access to the running block's shared memory.
template <Op op, unsigned bytes>
[[gnu::noinline]] void own_shared_access(std::uintptr_t address, const void* pc,
                                         std::uintptr_t frame) {
  const std::uint8_t* const shadow = &shared_shadow(address);
  const bool is_valid = bytes <= 4 ? address % 4 + bytes <= *shadow : words_are<bytes>(shadow, 4);
  if (!is_valid) [[unlikely]]
    fail_invalid_shared(address, Access(op, Space::kShared, bytes), pc);
  record(address, Access(op, Space::kShared, bytes), pc, frame);
  current_block()->check_shared<op>(address, bytes, pc, true, ReadKind::kNumber);
}

/// Whether a volatile or atomic access to such memory may hand over what threads have done to global memory.
inline bool hands_over(Space space) {
  if (!recorder.watches) return false;
  return space == Space::kGlobal ||
         (space == Space::kShared && current_block()->global_order().orders_inside());
}

/// The scope of the atomic access that begins.
inline Scope take_scope() {
  const Scope scope = recorder.scope;
  recorder.scope = Scope::kDevice;
  return scope;
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
  if (recorder.cursor == nullptr) {
    if (global_offset < kGlobalBytes + kAllSharedBytes) [[unlikely]] {
      host_access(address, bytes, Access(op, Space::kGlobal, bytes, strong), pc);
    } else if (host_watch.covers(address)) [[unlikely]] {
      foreign_access(address, bytes, Access(op, Space::kGlobal, bytes, strong), pc);
    }
    if constexpr (op == Op::kAtomic || (strong && op == Op::kStore)) host_signals();
    return;
  }
  if (pieces > 0) make_room(pieces, address, bytes);
  Space space = Space::kGlobal;
  if (global_offset < kGlobalBytes) [[likely]] {
    if (!global_words_are_written(address, bytes)) [[unlikely]] {
      first_access(address, Access(op, space, bytes), pc, kind);
    }
  } else if (address - recorder.stack_low < kStackBytes) {
    if (address % (bytes < 8 ? bytes : 8) != 0) [[unlikely]] {
      fail_misaligned(address, Access(op, Space::kLocal, bytes), pc);
    }
    if (const LocalArrays* arrays = current_block()->local_arrays()) [[unlikely]] {
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
      fail_invalid_shared(address, Access(op, space, bytes), pc);
    }
    if (current_block()->is_remote(address)) [[unlikely]] {
      space = Space::kDistributed;
      if (!mapped) fail_not_mapped(address, Access(op, space, bytes), pc);
    }
    if constexpr (atomic || strong) {
      current_block()->check_strong_shared(
          address, bytes, op, atomic ? SharedStrength::kAtomic : SharedStrength::kVolatile, pc,
          pieces > 0, kind);
    } else {
      current_block()->check_shared<op>(address, bytes, pc, pieces > 0, kind);
    }
  } else if (other_access(address, Access(op, space, bytes), pc, &space) == Verdict::kIgnore) {
    return;
  }
  if (address % bytes != 0) [[unlikely]] {
    fail_misaligned(address, Access(op, space, bytes), pc);
  }
  if constexpr (strong && op == Op::kStore) {
    if (hands_over(space)) current_block()->global_order().release(address, scope);
  }
  if constexpr (strength == Strength::kStrong) {
    if (space == Space::kShared) shared_flag(address, op == Op::kStore, __ATOMIC_RELAXED);
  }
  [[maybe_unused]] TraceEvent* const event = recorder.cursor;
  record(address, Access(op, space, bytes, strong, scope), pc,
         reinterpret_cast<std::uintptr_t>(frame));
  // The next event comes when this has happened.
  if constexpr (op == Op::kStore) {
    if (recorder.watches && space == Space::kGlobal && pieces > 0) {
      recorder.stores = event;
      recorder.limit = nullptr;
    }
  } else if constexpr (strong && op == Op::kLoad) {
    if (hands_over(space)) {
      recorder.polls = address;
      recorder.polls_scope = scope;
      recorder.limit = nullptr;
    }
  }
}

/// The same of one piece; goes the short way where nothing is special.
template <Op op, unsigned bytes>
[[gnu::always_inline]] inline void plain_access(void* pointer, const void* pc,
                                                void* frame_address) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto frame = reinterpret_cast<std::uintptr_t>(frame_address);
  if (!recorder.has_room() || address % bytes != 0) [[unlikely]]
    return access<op>(pointer, bytes, pc, frame_address);
  if (address - kGlobalBase < kGlobalBytes) {
    const std::uint8_t* const words = written_words(address);
    if (bytes <= 4 ? *words != kWholeWord : !words_are<bytes>(words, kWholeWord)) [[unlikely]]
      return access<op>(pointer, bytes, pc, frame_address);
    TraceEvent* const event = recorder.cursor;
    record(address, Access(op, Space::kGlobal, bytes), pc, frame);
    if (op == Op::kStore && recorder.watches) {
      recorder.stores = event;
      recorder.limit = nullptr;
    }
  } else if (address - recorder.shared_base < kSharedWindow) {
    own_shared_access<op, bytes>(address, pc, frame);
  } else {
    access<op>(pointer, bytes, pc, frame_address);
  }
}

/// What the memory is declared to be an array of, where that makes a difference.
Elements elements_at(const void* pointer) {
  if (recorder.cursor == nullptr || !current_block()->uses_structs()) return {};
  return current_block()->elements_at(reinterpret_cast<std::uintptr_t>(pointer));
}

/// An access of `bytes`, `size` of them in one instruction.
template <Op op, Strength strength>
void access_in_pieces(void* pointer, std::size_t bytes, unsigned size, const void* pc,
                      void* frame) {
  if (op == Op::kLoad && recorder.cursor != nullptr) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    current_block()->check_aggregate_written(address, bytes, pc);
  }
  auto* at = static_cast<char*>(pointer);
  // One that is larger than the buffer happens, as far as others can see, in parts.
  const auto pieces_from = [&](std::size_t i) {
    return static_cast<unsigned>(std::min<std::size_t>((bytes - i + size - 1) / size, kLaneEvents));
  };
  for (std::size_t i = 0; i < bytes; i += size) {
    access<op, strength, ReadKind::kNone>(at + i, size, pc, frame,
                                          i / size % kLaneEvents == 0 ? pieces_from(i) : 0);
  }
}

/// An aggregate of another size than the hooks below have, or aligned to less than its size.
template <Op op, Strength strength = Strength::kPlain>
void access_range(void* pointer, std::size_t bytes, const void* pc, void* frame) {
  const unsigned most = bytes <= 4 ? static_cast<unsigned>(bytes + 1) / 2 : 4;
  const unsigned size =
      piece_of(elements_at(pointer), reinterpret_cast<std::uintptr_t>(pointer), bytes, most);
  access_in_pieces<op, strength>(pointer, bytes, size, pc, frame);
}

/// 16 bytes, aligned to 8 or to 16: the compiler has one hook for both.
template <Op op, Strength strength = Strength::kPlain>
void access_16(void* pointer, const void* pc, void* frame) {
  const Elements elements = elements_at(pointer);
  if (elements.are_structs() && elements.alignment == 8) [[unlikely]] {
    access_in_pieces<op, strength>(pointer, 16, 8, pc, frame);
  } else if constexpr (strength == Strength::kPlain) {
    plain_access<op, 16>(pointer, pc, frame);
  } else {
    access<op, strength>(pointer, 16, pc, frame);
  }
}

constexpr Access kBasicBlock(Op::kBlock, Space::kGlobal, 0);

/// A basic block, where something is special.
[[gnu::noinline]] void basic_block(const void* pc, std::uintptr_t frame) {
  if (recorder.cursor == nullptr) {
    if (probe.active) [[unlikely]]
      probe_reached(pc);
    return;
  }
  const std::uintptr_t above = frame - recorder.stack_low - kStackReserve;
  if (above >= kStackBytes - kStackReserve) [[unlikely]]
    fail_stack_overflow(pc);
  make_room(1);
  record(0, kBasicBlock, pc, frame);
}

/// What an operation with a memory order of release or more does first.
void fence_before(int order) {
  if (order >= __ATOMIC_RELEASE && recorder.cursor != nullptr && recorder.watches) {
    current_block()->global_order().fence(recorder.scope);
  }
}

}  // namespace

AtomicAccess::AtomicAccess(const volatile void* address, unsigned bytes, const void* pc,
                           void* frame, ReadKind kind, int order, bool swaps)
    : address_(unmapped(reinterpret_cast<std::uintptr_t>(address))),
      order_(order),
      scope_(take_scope()) {
  if (swaps && recorder.cursor != nullptr && is_any_shared(address_)) {
    current_block()->note_swap(address_, bytes);
  }
  void* const object = const_cast<void*>(address);
  if (kind == ReadKind::kNone) {
    access<Op::kAtomic, Strength::kPlain, ReadKind::kNone>(object, bytes, pc, frame, 1, scope_);
  } else {
    access<Op::kAtomic>(object, bytes, pc, frame, 1, scope_);
  }
  if (recorder.cursor == nullptr || !recorder.watches) return;
  if (address_ - recorder.stack_low < kStackBytes) return;  // the thread's own
  const bool is_global = !is_any_shared(address_);
  if (!is_global && !current_block()->global_order().orders_inside()) return;
  watched_ = true;
  current_block()->global_order().release(address_, scope_);
  if (!is_global) return;
  // Which atomic operation comes after which: nobody else's lies between this and the operation.
  unit_ = &unit_of(address_);
  UnitLock::lock(*unit_);
  recorder.cursor[-1].address |= std::uint64_t{++unit_->turn} << kHashShift;
  if (swaps) current_block()->global_order().note_swap(address_, bytes);
}

AtomicAccess::~AtomicAccess() {
  if (unit_ != nullptr) UnitLock::unlock(*unit_);
  if (watched_) current_block()->global_order().acquire(address_, recorder.cursor, scope_);
  if (recorder.cursor == nullptr || !is_any_shared(address_)) return;
  current_block()->acquire_shared(address_, acquires(order_));
  if (writes_)
    current_block()->release_shared(address_, false, order_ != kNoOrder && releases(order_));
}

void load_access(const void* address, unsigned bytes, const void* pc, void* frame) {
  access<Op::kLoad>(const_cast<void*>(address), bytes, pc, frame);
}
void load_part(const void* address, unsigned bytes, const void* pc, void* frame) {
  access<Op::kLoad, Strength::kPlain, ReadKind::kPart>(const_cast<void*>(address), bytes, pc,
                                                       frame);
}
void check_aggregate_written(const void* address, std::size_t bytes, const void* pc) {
  current_block()->check_aggregate_written(reinterpret_cast<std::uintptr_t>(address), bytes, pc);
}
void load_padding(const void* address, unsigned bytes, const void* pc, void* frame) {
  access<Op::kLoad, Strength::kPlain, ReadKind::kNone>(const_cast<void*>(address), bytes, pc,
                                                       frame);
}
void store_access(void* address, unsigned bytes, const void* pc, void* frame) {
  access<Op::kStore>(address, bytes, pc, frame);
}

void note_result(void* place, unsigned bytes, const void* pc, void* frame) {
  if (recorder.cursor != nullptr && place != nullptr) store_access(place, bytes, pc, frame);
}

void host_access(const void* pointer, std::size_t bytes, Op op, const void* pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (bytes > 0 && address - kGlobalBase < kGlobalBytes + kAllSharedBytes) {
    host_access(address, bytes, Access(op, Space::kGlobal, 1), pc);
  } else if (bytes > 0 && host_watch.covers(address)) {
    foreign_access(address, bytes, Access(op, Space::kGlobal, 1), pc);
  }
}

void texture_access(const void* pc, void* frame) {
  make_room(1);
  record(0, Access(Op::kLoad, Space::kTexture, 0), pc, reinterpret_cast<std::uintptr_t>(frame));
}

}  // namespace simt

using simt::Op;
#define SIMT_PC __builtin_return_address(0)
#define SIMT_FRAME __builtin_dwarf_cfa()
#define SIMT_PLAIN_HOOK(name, Op_, Bytes) \
  void name(void* p) { simt::plain_access<Op_, Bytes>(p, SIMT_PC, SIMT_FRAME); }
#define SIMT_HOOK(name, Op_, Bytes, ...)                                         \
  void name(void* p) {                                                           \
    simt::access<Op_ __VA_OPT__(, ) __VA_ARGS__>(p, Bytes, SIMT_PC, SIMT_FRAME); \
  }
#define SIMT_HOOKS(Bytes)                                                           \
  SIMT_PLAIN_HOOK(__tsan_read##Bytes, Op::kLoad, Bytes)                             \
  SIMT_PLAIN_HOOK(__tsan_write##Bytes, Op::kStore, Bytes)                           \
  SIMT_HOOK(__tsan_volatile_read##Bytes, Op::kLoad, Bytes, simt::Strength::kStrong) \
  SIMT_HOOK(__tsan_volatile_write##Bytes, Op::kStore, Bytes, simt::Strength::kStrong)
#define SIMT_HOOK_16(name, Op_, ...) \
  void name(void* p) { simt::access_16<Op_ __VA_OPT__(, ) __VA_ARGS__>(p, SIMT_PC, SIMT_FRAME); }
#define SIMT_UNALIGNED_HOOKS(Bytes)                                \
  void __tsan_unaligned_read##Bytes(void* p) {                     \
    simt::access_range<Op::kLoad>(p, Bytes, SIMT_PC, SIMT_FRAME);  \
  }                                                                \
  void __tsan_unaligned_write##Bytes(void* p) {                    \
    simt::access_range<Op::kStore>(p, Bytes, SIMT_PC, SIMT_FRAME); \
  }                                                                \
  void __tsan_unaligned_volatile_read##Bytes(void* p) {            \
    simt::access_range<Op::kLoad>(p, Bytes, SIMT_PC, SIMT_FRAME);  \
  }                                                                \
  void __tsan_unaligned_volatile_write##Bytes(void* p) {           \
    simt::access_range<Op::kStore>(p, Bytes, SIMT_PC, SIMT_FRAME); \
  }

// std::atomic and atomic_ref in instrumented code. The operation itself is the processor's.
#define SIMT_COMPARE_EXCHANGE(Bits)                                                            \
  simt::fence_before(order);                                                                   \
  simt::AtomicAccess counted(p, Bits / 8, SIMT_PC, SIMT_FRAME, simt::ReadKind::kNumber, order, \
                             true);                                                            \
  const bool done =                                                                            \
      __atomic_compare_exchange_n(p, old, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
  if (!done) counted.has_not_written();                                                        \
  return done;
#define SIMT_ATOMIC_HOOKS(Bits)                                                                    \
  using Word##Bits = std::uint##Bits##_t;                                                          \
  Word##Bits __tsan_atomic##Bits##_load(const volatile Word##Bits* p, int order) {                 \
    simt::access<Op::kLoad, simt::Strength::kAtomic>(const_cast<Word##Bits*>(p), Bits / 8,         \
                                                     SIMT_PC, SIMT_FRAME, 1, simt::take_scope());  \
    simt::atomic_flag(p, false, order);                                                            \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                   \
  }                                                                                                \
  void __tsan_atomic##Bits##_store(volatile Word##Bits* p, Word##Bits v, int order) {              \
    simt::fence_before(order);                                                                     \
    simt::access<Op::kStore, simt::Strength::kAtomic>(const_cast<Word##Bits*>(p), Bits / 8,        \
                                                      SIMT_PC, SIMT_FRAME, 1, simt::take_scope()); \
    simt::atomic_flag(p, true, order);                                                             \
    __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                                                      \
  }                                                                                                \
  SIMT_ATOMIC_RMW(Bits, exchange, __atomic_exchange_n, kNone)                                      \
  SIMT_ATOMIC_RMW(Bits, fetch_add, __atomic_fetch_add, kNumber)                                    \
  SIMT_ATOMIC_RMW(Bits, fetch_sub, __atomic_fetch_sub, kNumber)                                    \
  SIMT_ATOMIC_RMW(Bits, fetch_and, __atomic_fetch_and, kNumber)                                    \
  SIMT_ATOMIC_RMW(Bits, fetch_or, __atomic_fetch_or, kNumber)                                      \
  SIMT_ATOMIC_RMW(Bits, fetch_xor, __atomic_fetch_xor, kNumber)                                    \
  SIMT_ATOMIC_RMW(Bits, fetch_nand, __atomic_fetch_nand, kNumber)                                  \
  int __tsan_atomic##Bits##_compare_exchange_strong(volatile Word##Bits* p, Word##Bits* old,       \
                                                    Word##Bits v, int order, int) {                \
    SIMT_COMPARE_EXCHANGE(Bits)                                                                    \
  }                                                                                                \
  int __tsan_atomic##Bits##_compare_exchange_weak(volatile Word##Bits* p, Word##Bits* old,         \
                                                  Word##Bits v, int order, int) {                  \
    SIMT_COMPARE_EXCHANGE(Bits)                                                                    \
  }
#define SIMT_ATOMIC_RMW(Bits, name, function, read)                                          \
  Word##Bits __tsan_atomic##Bits##_##name(volatile Word##Bits* p, Word##Bits v, int order) { \
    simt::fence_before(order);                                                               \
    const simt::AtomicAccess counted(p, Bits / 8, SIMT_PC, SIMT_FRAME, simt::ReadKind::read, \
                                     order);                                                 \
    return function(p, v, __ATOMIC_SEQ_CST);                                                 \
  }

extern "C" {

SIMT_HOOKS(1)
SIMT_HOOKS(2)
SIMT_HOOKS(4)
SIMT_HOOKS(8)
SIMT_HOOK_16(__tsan_read16, Op::kLoad)
SIMT_HOOK_16(__tsan_write16, Op::kStore)
SIMT_HOOK_16(__tsan_volatile_read16, Op::kLoad, simt::Strength::kStrong)
SIMT_HOOK_16(__tsan_volatile_write16, Op::kStore, simt::Strength::kStrong)
SIMT_UNALIGNED_HOOKS(2)
SIMT_UNALIGNED_HOOKS(4)
SIMT_UNALIGNED_HOOKS(8)
SIMT_UNALIGNED_HOOKS(16)
SIMT_ATOMIC_HOOKS(8)
SIMT_ATOMIC_HOOKS(16)
SIMT_ATOMIC_HOOKS(32)
SIMT_ATOMIC_HOOKS(64)

void __tsan_read_range(void* p, std::size_t bytes) {
  simt::access_range<Op::kLoad>(p, bytes, SIMT_PC, SIMT_FRAME);
}
void __tsan_write_range(void* p, std::size_t bytes) {
  simt::access_range<Op::kStore>(p, bytes, SIMT_PC, SIMT_FRAME);
}
// A constructor notes which class an object is of.
void __tsan_vptr_update(void** p, void*) {
  simt::access<Op::kStore>(p, sizeof *p, SIMT_PC, SIMT_FRAME);
}
void __tsan_vptr_read(void**) {}
void __tsan_atomic_thread_fence(int order) {
  simt::fence_before(order);
  if (order != __ATOMIC_RELAXED && simt::recorder.cursor != nullptr) simt::block_fence();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {}
void __tsan_init() {}

void __sanitizer_cov_trace_pc() {
  const auto frame = reinterpret_cast<std::uintptr_t>(SIMT_FRAME);
  const std::uintptr_t above = frame - simt::recorder.stack_low - simt::kStackReserve;
  if (!simt::recorder.has_room() || above >= simt::kStackBytes - simt::kStackReserve) [[unlikely]] {
    return simt::basic_block(SIMT_PC, frame);
  }
  simt::record(0, simt::kBasicBlock, SIMT_PC, frame);
}

}  // extern "C"
