/// @file
/// Scans over the threads of a tile or of a coalesced group, in the order of their ranks.
#pragma once

#include "../simt/users_macros_away.inc"

#include "../cooperative_groups.h"
#include "../simt/cooperative_groups/functional.h"
#include "../simt/cooperative_groups/steps.h"

namespace cooperative_groups {

/// `op` over the values up to the caller's own.
template <class Group, class T, class Op>
SIMT_INLINE auto inclusive_scan(const Group& group, T&& value, Op&& op)
    -> details::CombinedValue<T, Op> {
  details::check_tile<Group>();
  return details::scan<true, details::CombinedValue<T, Op>>(group, value, op);
}
template <class Group, class T>
SIMT_INLINE auto inclusive_scan(const Group& group, T&& value) {
  return inclusive_scan(group, value, plus<simt::remove_cvref_t<T>>());
}

/// `op` over the values before the caller's own; `T()` for the first thread.
template <class Group, class T, class Op>
SIMT_INLINE auto exclusive_scan(const Group& group, T&& value, Op&& op)
    -> details::CombinedValue<T, Op> {
  details::check_tile<Group>();
  return details::scan<false, details::CombinedValue<T, Op>>(group, value, op);
}
template <class Group, class T>
SIMT_INLINE auto exclusive_scan(const Group& group, T&& value) {
  return exclusive_scan(group, value, plus<simt::remove_cvref_t<T>>());
}

}  // namespace cooperative_groups

#if __has_include(<cuda/atomic>)
#include "../simt/cooperative_groups/atomic_scan.h"
#endif

#include "../simt/users_macros_back.inc"
