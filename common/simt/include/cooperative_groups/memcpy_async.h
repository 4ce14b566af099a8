/// @file
/// Copies by a group, from global to shared memory, that go on while the group does something else.
///
/// The model copies at once, but no thread may use the data before the group has waited.
#pragma once

#include "../simt/users_macros_away.inc"

#include <cstddef>
#include <type_traits>

#include "../cooperative_groups.h"
#include "../simt/async_copy.h"

namespace cooperative_groups {
namespace details {

template <class Group>
using IfCopies = std::enable_if_t<kIsTile<Group> || std::is_same_v<Group, thread_block>, int>;

template <std::size_t Alignment, class Group>
SIMT_INLINE void copy_async(const Group& group, void* to, const void* from, std::size_t bytes) {
  simt::group_copy_async(to, from, bytes, Alignment < 16 ? Alignment : 16, group.thread_rank(),
                         group.size());
}

template <class T>
inline constexpr std::size_t kAlignment = alignof(T);
template <>
inline constexpr std::size_t kAlignment<void> = 1;

}  // namespace details

/// `bytes` bytes. A size that promises an alignment (`cuda::aligned_size_t<16>`) lets each thread move
/// as much at a time; else it is the alignment of T.
template <class Group, class T, class Size, details::IfCopies<Group> = 0,
          std::enable_if_t<std::is_integral_v<Size>, int> = 0>
SIMT_INLINE void memcpy_async(const Group& group, T* __restrict__ to, const T* __restrict__ from,
                              const Size& bytes) {
  details::copy_async<details::kAlignment<T>>(group, to, from, bytes);
}
template <class Group, class T, template <std::size_t> class Size, std::size_t Alignment,
          details::IfCopies<Group> = 0>
SIMT_INLINE void memcpy_async(const Group& group, T* __restrict__ to, const T* __restrict__ from,
                              const Size<Alignment>& bytes) {
  details::copy_async<Alignment>(group, to, from, static_cast<std::size_t>(bytes));
}

/// As many elements as both sides have.
template <class Group, class T, details::IfCopies<Group> = 0>
SIMT_INLINE void memcpy_async(const Group& group, T* __restrict__ to, std::size_t to_count,
                              const T* __restrict__ from, std::size_t from_count) {
  details::copy_async<alignof(T)>(group, to, from,
                                  (to_count < from_count ? to_count : from_count) * sizeof(T));
}
template <class Group, class T, template <std::size_t> class Size, std::size_t Alignment,
          details::IfCopies<Group> = 0>
SIMT_INLINE void memcpy_async(const Group& group, T* __restrict__ to,
                              const Size<Alignment>& to_count, const T* __restrict__ from,
                              const Size<Alignment>& from_count) {
  const auto a = static_cast<std::size_t>(to_count), b = static_cast<std::size_t>(from_count);
  details::copy_async<Alignment>(group, to, from, (a < b ? a : b) * sizeof(T));
}

/// Waits until the group's copies have landed, all but the `Stage` latest.
template <unsigned Stage, class Group>
SIMT_INLINE void wait_prior(const Group& group) {
  simt::async_wait_prior(Stage);
  group.sync();
}
/// Waits until all copies of the group have landed.
template <class Group>
SIMT_INLINE void wait(const Group& group) {
  wait_prior<0>(group);
}

}  // namespace cooperative_groups

#include "../simt/users_macros_back.inc"
