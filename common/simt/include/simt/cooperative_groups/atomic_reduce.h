/// @file
/// Reductions whose result goes to an atomic.
#pragma once

#include <cuda/atomic>

#include "steps.h"

namespace cooperative_groups {
namespace details {

/// Combines `value` into the atomic; what it held before.
template <class T, class Atomic, class Op>
SIMT_INLINE T update(const Atomic& to, T value, Op& op) {
  using Plain = simt::remove_cvref_t<Op>;
  constexpr auto relaxed = cuda::memory_order_relaxed;
  constexpr bool is_word = std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);
  auto& atomic = const_cast<Atomic&>(to);
  if constexpr (is_word && std::is_same_v<Plain, plus<T>>) {
    return atomic.fetch_add(value, relaxed);
  } else if constexpr (is_word && std::is_same_v<Plain, less<T>>) {
    return atomic.fetch_min(value, relaxed);
  } else if constexpr (is_word && std::is_same_v<Plain, greater<T>>) {
    return atomic.fetch_max(value, relaxed);
  } else if constexpr (is_word && std::is_same_v<Plain, bit_and<T>>) {
    return atomic.fetch_and(value, relaxed);
  } else if constexpr (is_word && std::is_same_v<Plain, bit_or<T>>) {
    return atomic.fetch_or(value, relaxed);
  } else if constexpr (is_word && std::is_same_v<Plain, bit_xor<T>>) {
    return atomic.fetch_xor(value, relaxed);
  } else {
    T old = atomic.load(relaxed);
    while (!atomic.compare_exchange_weak(old, op(old, value), relaxed)) {
    }
    return old;
  }
}

template <class T, class Atomic, class Group, class Op>
SIMT_INLINE void reduce_update(const Group& group, const Atomic& to, T value, Op& op) {
  const T result = reduce<T>(group, value, op);
  if (group.thread_rank() == 0) update<T>(to, result, op);
}

template <class T, class Atomic, class Group, class Op>
SIMT_INLINE void reduce_store(const Group& group, const Atomic& to, T value, Op& op) {
  const T result = reduce<T>(group, value, op);
  if (group.thread_rank() == 0) {
    const_cast<Atomic&>(to).store(result, cuda::memory_order_relaxed);
  }
}

}  // namespace details

template <class Group, class To, cuda::thread_scope Scope, class T, class Op,
          details::IfTile<Group> = 0>
SIMT_INLINE void reduce_update_async(const Group& group, cuda::atomic<To, Scope>& to, T&& value,
                                     Op&& op) {
  details::reduce_update<details::CombinedValue<T, Op>>(group, to, value, op);
}
template <class Group, class To, cuda::thread_scope Scope, class T, class Op,
          details::IfTile<Group> = 0>
SIMT_INLINE void reduce_update_async(const Group& group, const cuda::atomic_ref<To, Scope>& to,
                                     T&& value, Op&& op) {
  details::reduce_update<details::CombinedValue<T, Op>>(group, to, value, op);
}
template <class Group, class To, cuda::thread_scope Scope, class T, class Op,
          details::IfTile<Group> = 0>
SIMT_INLINE void reduce_store_async(const Group& group, cuda::atomic<To, Scope>& to, T&& value,
                                    Op&& op) {
  details::reduce_store<details::CombinedValue<T, Op>>(group, to, value, op);
}
template <class Group, class To, cuda::thread_scope Scope, class T, class Op,
          details::IfTile<Group> = 0>
SIMT_INLINE void reduce_store_async(const Group& group, const cuda::atomic_ref<To, Scope>& to,
                                    T&& value, Op&& op) {
  details::reduce_store<details::CombinedValue<T, Op>>(group, to, value, op);
}

}  // namespace cooperative_groups
