/// @file
/// Reductions over the threads of a tile or of a coalesced group.
#pragma once

#include "../simt/users_macros_away.inc"

#include "../cooperative_groups.h"
#include "../simt/cooperative_groups/functional.h"
#include "../simt/cooperative_groups/steps.h"

namespace cooperative_groups {

/// `op` over the values of all threads of the group, for each of them.
template <class Group, class T, class Op>
SIMT_INLINE auto reduce(const Group& group, T&& value, Op&& op) -> details::CombinedValue<T, Op> {
  details::check_tile<Group>();
  return details::reduce<details::CombinedValue<T, Op>>(group, value, op);
}

/// The reduction, for `*to` alone.
template <class Group, class To, class T, class Op>
SIMT_INLINE void reduce_store_async(const Group& group, To* to, T&& value, Op&& op) {
  details::check_tile<Group>();
  static_assert(std::is_same_v<To, details::CombinedValue<T, Op>>,
                "the destination has another type than the value");
  const To result = details::reduce<To>(group, value, op);
  if (group.thread_rank() == 0) *to = result;
}

}  // namespace cooperative_groups

#if __has_include(<cuda/atomic>)
#include "../simt/cooperative_groups/atomic_reduce.h"
#endif

#include "../simt/users_macros_back.inc"
