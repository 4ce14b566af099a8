/// @file
/// Barriers in shared memory as functions of C: `__mbarrier_t` is a `cuda::barrier` of the block.
#pragma once

#include "simt/users_macros_away.inc"

#include <cstdint>

#include "cuda/barrier"

using __mbarrier_t = cuda::barrier<cuda::thread_scope_block>;
using __mbarrier_token_t = __mbarrier_t::arrival_token;

inline std::uint32_t __mbarrier_maximum_count() {
  return static_cast<std::uint32_t>(__mbarrier_t::max());
}
SIMT_INLINE void __mbarrier_init(__mbarrier_t* barrier, std::uint32_t expected) {
  init(barrier, expected);
}
/// Its memory may be used for something else.
SIMT_INLINE void __mbarrier_inval(__mbarrier_t*) {}
SIMT_INLINE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  return barrier->arrive();
}
SIMT_INLINE void __mbarrier_arrive_and_drop(__mbarrier_t* barrier) { barrier->arrive_and_drop(); }
SIMT_INLINE bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
  const simt::ArrivalCounter& counter = barrier->counter();
  return counter.wait_for(0, [&] { return counter.has_passed(token); });
}
SIMT_INLINE bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool parity) {
  const simt::ArrivalCounter& counter = barrier->counter();
  return counter.wait_for(
      0, [&] { return counter.has_passed_parity(parity); }, parity);
}
SIMT_INLINE bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token,
                                     std::uint32_t) {
  return __mbarrier_test_wait(barrier, token);
}
SIMT_INLINE bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool parity, std::uint32_t) {
  return __mbarrier_test_wait_parity(barrier, parity);
}

#include "simt/users_macros_back.inc"
