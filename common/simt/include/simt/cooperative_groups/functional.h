/// @file
/// What a reduction or a scan combines values with.
#pragma once

#include "lanes.h"

namespace cooperative_groups {

#define SIMT_OPERATOR(name, expression)                                                       \
  template <class T>                                                                          \
  struct name {                                                                               \
    SIMT_INLINE constexpr T operator()(T a, T b) const { return static_cast<T>(expression); } \
  };
SIMT_OPERATOR(plus, a + b)
/// The smaller one.
SIMT_OPERATOR(less, b < a ? b : a)
/// The larger one.
SIMT_OPERATOR(greater, a < b ? b : a)
SIMT_OPERATOR(bit_and, a& b)
SIMT_OPERATOR(bit_or, a | b)
SIMT_OPERATOR(bit_xor, a ^ b)
#undef SIMT_OPERATOR

namespace details {

/// What a reduction's or scan's value becomes; the operator must not change its type.
template <class T, class Op>
struct Combined {
  using Value = simt::remove_cvref_t<T>;
  static_assert(
      std::is_same_v<simt::remove_cvref_t<std::invoke_result_t<Op, Value&, Value&>>, Value>,
      "the operator's result has another type than the value");
};
template <class T, class Op>
using CombinedValue = typename Combined<T, Op>::Value;

}  // namespace details
}  // namespace cooperative_groups
