/// @file
/// One thread of a group does something for all.
#pragma once

#include <utility>

#include "coalesced_group.h"

namespace cooperative_groups {
namespace details {

/// Whether the caller is the one; in a warp, the hardware chooses, and the group comes together.
template <class Group>
SIMT_INLINE bool elect(const Group& group) {
  if constexpr (kIsInWarp<Group>) group.sync();
  return group.thread_rank() == 0;
}

}  // namespace details

/// Calls `function(arguments...)` in one thread of the group.
template <class Group, class Function, class... Arguments>
SIMT_INLINE void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (details::elect(group)) {
    std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
  }
}

/// The same; every thread of the group receives the result.
template <class Group, class Function, class... Arguments, details::IfTile<Group> = 0>
SIMT_INLINE auto invoke_one_broadcast(const Group& group, Function&& function,
                                      Arguments&&... arguments) {
  using Result = simt::remove_cvref_t<decltype(std::forward<Function>(function)(
      std::forward<Arguments>(arguments)...))>;
  static_assert(!std::is_void_v<Result>, "what returns nothing is for invoke_one()");
  Result result{};
  if (details::elect(group)) {
    result = std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
  }
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups
