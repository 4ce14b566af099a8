/// @file
/// Scans that continue from the value of an atomic, and add the group's to it.
#pragma once

#include "atomic_reduce.h"

namespace cooperative_groups {
namespace details {

template <bool Inclusive, class T, class Atomic, class Group, class Op>
SIMT_INLINE T scan_update(const Group& group, const Atomic& to, T value, Op& op) {
  const unsigned last = group.size() - 1;
  const auto add_all = [&](T sum) {
    T before{};
    if (group.thread_rank() == last) before = update<T>(to, sum, op);
    return group.shfl(before, static_cast<int>(last));
  };
  if constexpr (!kIsInWarp<Group>) {
    return scan_large<Inclusive, T>(group, value, op, add_all);
  } else {
    const T inclusive = inclusive_scan<T>(group, value, op);
    const T before = add_all(inclusive);
    if constexpr (Inclusive) {
      return op(before, inclusive);
    } else {
      return op(before, exclusive_of<T, Op>(group, inclusive, value));
    }
  }
}

}  // namespace details

#define SIMT_SCAN_UPDATE(name, is_inclusive, Atomic)                                              \
  template <class Group, class To, cuda::thread_scope Scope, class T, class Op,                   \
            details::IfTile<Group> = 0>                                                           \
  SIMT_INLINE To name(const Group& group, Atomic& to, T&& value, Op&& op) {                       \
    return details::scan_update<is_inclusive, details::CombinedValue<T, Op>>(group, to, value,    \
                                                                             op);                 \
  }                                                                                               \
  template <class Group, class To, cuda::thread_scope Scope, class T, details::IfTile<Group> = 0> \
  SIMT_INLINE To name(const Group& group, Atomic& to, T&& value) {                                \
    return name(group, to, value, plus<To>());                                                    \
  }
#define SIMT_ATOMIC_OF_TO cuda::atomic<To, Scope>
#define SIMT_ATOMIC_REF_OF_TO const cuda::atomic_ref<To, Scope>
SIMT_SCAN_UPDATE(inclusive_scan_update, true, SIMT_ATOMIC_OF_TO)
SIMT_SCAN_UPDATE(inclusive_scan_update, true, SIMT_ATOMIC_REF_OF_TO)
SIMT_SCAN_UPDATE(exclusive_scan_update, false, SIMT_ATOMIC_OF_TO)
SIMT_SCAN_UPDATE(exclusive_scan_update, false, SIMT_ATOMIC_REF_OF_TO)
#undef SIMT_ATOMIC_OF_TO
#undef SIMT_ATOMIC_REF_OF_TO
#undef SIMT_SCAN_UPDATE

}  // namespace cooperative_groups
