// Atomic operations: CUDA's own, which call AtomicAccess, and std::atomic and atomic_ref in instrumented code,
// for which the compiler calls a function each.
#include <cstdint>

#include "execution/device_code/access.h"
#include "execution/device_code/hooks.h"
#include "operations/host_accesses.h"
#include "races/global_shadow.h"
#include "simt/groups.h"

namespace simt {
namespace {

bool releases(int order) { return order >= __ATOMIC_RELEASE; }
/// CUDA's own atomic functions are taken for acquires: shared_order.h.
bool acquires(int order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }

/// A load or store of an atomic object may be of a flag.
void atomic_flag(const volatile void* object, bool is_store, int order) {
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  if (worker().recorder.cursor != nullptr && !worker().recorder.is_on_stack(address)) {
    shared_flag(unmapped(address), is_store, order);
  }
}

/// An atomic object has been stored.
inline void stored(const volatile void* object, int order) {
  if (worker().recorder.cursor == nullptr) return;
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  if (worker().recorder.is_on_stack(address)) return;
  // Lanes that spin on a lock in shared memory record nothing, and would not stop: do not yield to them.
  if (is_any_shared(address)) return;
  current_block()->scheduler().yield_after_signal(releases(order));
}

/// The scope of the atomic access that begins.
inline Scope take_scope() {
  const Scope scope = worker().recorder.scope;
  worker().recorder.scope = Scope::kDevice;
  return scope;
}

/// What an operation with a memory order of release or more does first.
void fence_before(int order) {
  if (order < __ATOMIC_RELEASE || worker().recorder.cursor == nullptr) return;
  current_block()->scheduler().polls().fence();
  current_block()->watch().fence_before_release(worker().recorder.scope);
}

}  // namespace

void shared_flag(std::uintptr_t address, bool is_store, int order) {
  if (is_store) {
    current_block()->watch().store_flag(address, releases(order));
  } else {
    current_block()->watch().load_flag(address, acquires(order));
  }
}

AtomicAccess::AtomicAccess(const volatile void* address, unsigned bytes, const void* pc,
                           void* frame, ReadKind kind, int order, bool swaps)
    : atomic_{.address = unmapped(reinterpret_cast<std::uintptr_t>(address)),
              .bytes = bytes,
              .scope = take_scope(),
              .acquires = acquires(order),
              .releases = order != kNoOrder && releases(order),
              .swaps = swaps} {
  const bool is_shared = is_any_shared(atomic_.address);
  if (swaps && is_shared && worker().recorder.cursor != nullptr) {
    current_block()->watch().shared.record_cas(atomic_.address, bytes);
  }
  void* const object = const_cast<void*>(address);
  if (kind == ReadKind::kNone) {
    access<Op::kAtomic, Strength::kPlain, ReadKind::kNone>(object, bytes, pc, frame, 1,
                                                           atomic_.scope);
  } else {
    access<Op::kAtomic>(object, bytes, pc, frame, 1, atomic_.scope);
  }
  if (worker().recorder.cursor == nullptr) {
    if (swaps) record_host_cas(atomic_.address, bytes);
    return;
  }
  if (worker().recorder.is_on_stack(atomic_.address)) return;  // the thread's own
  block_ = current_block();
  block_->watch().before_atomic(atomic_, pc);
}

AtomicAccess::~AtomicAccess() {
  if (block_ == nullptr) return;
  const bool is_shared = is_any_shared(atomic_.address);
  const std::uint16_t seen = is_shared ? 0 : hash_value(atomic_.address, atomic_.bytes);
  block_->watch().after_atomic(atomic_);
  if (is_shared) return;
  block_->scheduler().polls().record(atomic_.address, seen);
  block_->scheduler().yield_after_signal(atomic_.releases);
}

}  // namespace simt

using simt::Op;
#define SIMT_PC __builtin_return_address(0)
#define SIMT_FRAME __builtin_dwarf_cfa()

// std::atomic and atomic_ref in instrumented code. The operation itself is the processor's. What clang calls to compare
// and exchange ends in _val, what g++ calls in _strong or _weak.
#define SIMT_COMPARE_EXCHANGE(Bits, result)                                                    \
  simt::fence_before(order);                                                                   \
  simt::AtomicAccess counted(p, Bits / 8, SIMT_PC, SIMT_FRAME, simt::ReadKind::kNumber, order, \
                             true);                                                            \
  const bool done =                                                                            \
      __atomic_compare_exchange_n(p, old, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
  if (!done) counted.has_not_written();                                                        \
  return result
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
    simt::stored(p, order);                                                                        \
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
    SIMT_COMPARE_EXCHANGE(Bits, done);                                                             \
  }                                                                                                \
  int __tsan_atomic##Bits##_compare_exchange_weak(volatile Word##Bits* p, Word##Bits* old,         \
                                                  Word##Bits v, int order, int) {                  \
    SIMT_COMPARE_EXCHANGE(Bits, done);                                                             \
  }                                                                                                \
  Word##Bits __tsan_atomic##Bits##_compare_exchange_val(                                           \
      volatile Word##Bits* p, Word##Bits expected, Word##Bits v, int order, int) {                 \
    Word##Bits* const old = &expected;                                                             \
    SIMT_COMPARE_EXCHANGE(Bits, expected);                                                         \
  }
#define SIMT_ATOMIC_RMW(Bits, name, function, read)                                          \
  Word##Bits __tsan_atomic##Bits##_##name(volatile Word##Bits* p, Word##Bits v, int order) { \
    simt::fence_before(order);                                                               \
    const simt::AtomicAccess counted(p, Bits / 8, SIMT_PC, SIMT_FRAME, simt::ReadKind::read, \
                                     order);                                                 \
    return function(p, v, __ATOMIC_SEQ_CST);                                                 \
  }

extern "C" {

SIMT_ATOMIC_HOOKS(8)
SIMT_ATOMIC_HOOKS(16)
SIMT_ATOMIC_HOOKS(32)
SIMT_ATOMIC_HOOKS(64)

// Loads and stores of 16 bytes, which the processor does at once.
using Word128 = unsigned __int128;
using Lanes128 = long long __attribute__((vector_size(16), may_alias));
Word128 __tsan_atomic128_load(const volatile Word128* p, int order) {
  simt::access<Op::kLoad, simt::Strength::kAtomic>(const_cast<Word128*>(p), 16, SIMT_PC, SIMT_FRAME,
                                                   1, simt::take_scope());
  simt::atomic_flag(p, false, order);
  return __builtin_bit_cast(Word128, *reinterpret_cast<const volatile Lanes128*>(p));
}
void __tsan_atomic128_store(volatile Word128* p, Word128 v, int order) {
  simt::fence_before(order);
  simt::access<Op::kStore, simt::Strength::kAtomic>(const_cast<Word128*>(p), 16, SIMT_PC,
                                                    SIMT_FRAME, 1, simt::take_scope());
  simt::atomic_flag(p, true, order);
  *reinterpret_cast<volatile Lanes128*>(p) = __builtin_bit_cast(Lanes128, v);
  simt::stored(p, order);
}

void __tsan_atomic_thread_fence(int order) {
  simt::fence_before(order);
  if (order != __ATOMIC_RELAXED && simt::worker().recorder.cursor != nullptr) simt::block_fence();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {}

}  // extern "C"
