/// @file
/// Inline PTX: copies to shared memory that a thread waits for (`cp.async`), and objects that count arrivals
/// (`mbarrier`).
#pragma once

#include "simt/async_copy.h"
#include "simt/bulk_copy.h"
#include "simt/ptx/memory.h"
#include "simt/ptx/operands.h"
#include "simt/waiting.h"

namespace simt::ptx {

/// In the widest word that begins there. @return its bytes, at most `bytes`
template <class = void>  // or each file would compile all that it calls
SIMT_INLINE u32 store_zeros(char* at, u32 bytes) {
  const u32 aligned = bytes | static_cast<u32>(reinterpret_cast<std::uintptr_t>(at)) | 16;
  const u32 size = aligned & -aligned;
  if (size == 16) {
    store<u32, Generic>(address(at, 0), vector(0u, 0u, 0u, 0u));
  } else if (size == 8) {
    store<u64, Generic>(address(at, 0), 0ul);
  } else if (size == 4) {
    store<u32, Generic>(address(at, 0), 0u);
  } else {
    store<u8, Generic>(address(at, 0), static_cast<u8>(0));
    return 1;
  }
  return size;
}

/// @param bytes 4, 8 or 16
/// @param source_bytes of them are read, the others become 0; or a predicate: none is read
template <bool ThroughL2, class X, class Y, class Bytes, class SourceBytes>
SIMT_INLINE void copy_async(Address<X> to, Address<Y> from, const Bytes& bytes_,
                            const SourceBytes& source_bytes) {
  const u32 bytes = get<u32>(bytes_);
  u32 read = bytes;
  if constexpr (std::is_same_v<SourceBytes, pred>) {
    if (source_bytes) read = 0;
  } else {
    read = get<u32>(source_bytes);
  }
  void* const target = to.template in<Shared>();
  const void* const source = from.template in<Generic>();
  check_async_copy(ThroughL2 ? "cp.async.cg" : "cp.async.ca", target, source, bytes, bytes - read);
  if (read > 0) batch_copy_async(target, source, read, 1, 0, 1);
  char* const end = static_cast<char*>(target) + bytes;
  for (char* at = end - (bytes - read); at < end;)
    at += store_zeros(at, static_cast<u32>(end - at));
}
template <bool ThroughL2, class X, class Y, class Bytes>
SIMT_INLINE void copy_async(Address<X> to, Address<Y> from, const Bytes& bytes) {
  copy_async<ThroughL2>(to, from, bytes, bytes);
}
SIMT_INLINE void copies_commit() { async_commit(); }
template <class N>
SIMT_INLINE void copies_wait(const N& prior) {
  async_wait_prior(get<u32>(prior));
}
SIMT_INLINE void copies_wait_all() {
  async_commit();
  async_wait_prior(0);
}

template <class Space, class X>
SIMT_INLINE ArrivalCounter& counter_at(Address<X> at) {
  return *static_cast<ArrivalCounter*>(at.template in<Space>());
}
struct NoCompletion {
  SIMT_UNCOUNTED void operator()() const {}
};

/// The phase ends after the thread's copies: the model waits for them here. @tparam Expected whether that is one of
/// the arrivals that the object expects
template <bool Expected, class Space, class X>
SIMT_INLINE void copies_arrive(Address<X> at) {
  copies_wait_all();
  if (Expected) counter_at<Space>(at).arrive(1, false, NoCompletion());
}

template <class Space, class X, class N>
SIMT_INLINE void mbarrier_init(Address<X> at, const N& expected) {
  counter_at<Space>(at).init(get<u32>(expected));
  mbarrier_is_initialised(&counter_at<Space>(at));
}
template <class Space, class X>
SIMT_INLINE void mbarrier_inval(Address<X> at) {
  counter_at<Space>(at).end();
}
/// The state of an object is its phase.
template <class Space, class D, class X, class N = u32>
SIMT_INLINE void mbarrier_arrive(D&& d, Address<X> at, const N& count = 1) {
  set(d, u64{counter_at<Space>(at).arrive(get<u32>(count), false, NoCompletion())});
}
template <class Space, class D, class X, class N = u32>
SIMT_INLINE void mbarrier_arrive_drop(D&& d, Address<X> at, const N& count = 1) {
  set(d, u64{counter_at<Space>(at).arrive(get<u32>(count), true, NoCompletion())});
}
template <class Space, class D, class X, class N>
SIMT_INLINE void mbarrier_arrive_expect(D&& d, Address<X> at, const N& bytes) {
  ArrivalCounter& counter = counter_at<Space>(at);
  counter_expects(&counter, counter.current_phase(), get<s32>(bytes));
  set(d, u64{counter.arrive(1, false, NoCompletion(), get<s32>(bytes))});
}
template <class Space, class X, class N>
SIMT_INLINE void mbarrier_expect(Address<X> at, const N& bytes) {
  ArrivalCounter& counter = counter_at<Space>(at);
  counter_expects(&counter, counter.current_phase(), get<s32>(bytes));
  counter.bytes_have_come(-get<s32>(bytes), NoCompletion());
}
template <class Space, class X, class N>
SIMT_INLINE void mbarrier_complete(Address<X> at, const N& bytes) {
  counter_at<Space>(at).bytes_have_come(get<s32>(bytes), NoCompletion());
}
/// `test_wait`, and `try_wait`, which may wait for a while. @param time in nanoseconds
template <class Space, class P, class X, class State, class T = u32>
SIMT_INLINE void mbarrier_wait(P&& p, Address<X> at, const State& state, const T& = 0) {
  const ArrivalCounter& counter = counter_at<Space>(at);
  const u32 phase = static_cast<u32>(get<u64>(state));
  bool has_passed = counter.has_passed(phase);
  if (!has_passed) {
    counter.pause_once();
    has_passed = counter.has_passed(phase);
  }
  set(p, has_passed);
}
template <class Space, class P, class X, class Parity, class T = u32>
SIMT_INLINE void mbarrier_wait_parity(P&& p, Address<X> at, const Parity& parity, const T& = 0) {
  const ArrivalCounter& counter = counter_at<Space>(at);
  const bool is_odd = (get<u32>(parity) & 1) != 0;
  bool has_passed = counter.has_passed_parity(is_odd);
  if (!has_passed) {
    counter.pause_once(is_odd);
    has_passed = counter.has_passed_parity(is_odd);
  }
  set(p, has_passed);
}

}  // namespace simt::ptx
