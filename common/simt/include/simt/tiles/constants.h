/// @file
/// Numbers and choices that are known when a program is compiled, as types of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "simt/uncounted.h"

namespace cuda::tiles {

template <class T>
concept integral = std::is_integral_v<T>;

template <integral auto Value>
struct integral_constant {
  using type = integral_constant;
  using value_type = decltype(Value);
  static constexpr value_type value = Value;

  SIMT_UNCOUNTED constexpr operator value_type() const noexcept { return Value; }
  SIMT_UNCOUNTED constexpr value_type operator()() const noexcept { return Value; }
};

#define SIMT_CONSTANT_OPERATOR(op)                                  \
  template <auto a, auto b>                                         \
  SIMT_UNCOUNTED constexpr integral_constant<(a op b)> operator op( \
      integral_constant<a>, integral_constant<b>) noexcept {        \
    return {};                                                      \
  }
SIMT_CONSTANT_OPERATOR(+)
SIMT_CONSTANT_OPERATOR(-)
SIMT_CONSTANT_OPERATOR(*)
SIMT_CONSTANT_OPERATOR(/)
SIMT_CONSTANT_OPERATOR(%)
SIMT_CONSTANT_OPERATOR(&)
SIMT_CONSTANT_OPERATOR(|)
SIMT_CONSTANT_OPERATOR(^)
SIMT_CONSTANT_OPERATOR(<<)
SIMT_CONSTANT_OPERATOR(>>)
#undef SIMT_CONSTANT_OPERATOR

namespace detail {

template <char... digits>
SIMT_CONSTEVAL long long parse() {
  static_assert(((digits == '\'' || (digits >= '0' && digits <= '9')) && ...),
                "a literal with _ic is a decimal integer");
  long long value = 0;
  ((value = digits == '\'' ? value : value * 10 + (digits - '0')), ...);
  return value;
}

template <long long value>
using Narrowest = std::conditional_t<value == static_cast<int>(value), int, long long>;

/// A value of an enumeration as a type, from which functions deduce it.
template <auto Value>
struct Choice {
  using value_type = decltype(Value);
  static constexpr value_type value = Value;

  SIMT_UNCOUNTED constexpr operator value_type() const noexcept { return Value; }
  SIMT_UNCOUNTED constexpr value_type operator()() const noexcept { return Value; }
};

}  // namespace detail

namespace literals {
/// `16_ic` is `integral_constant<16>{}`.
template <char... digits>
SIMT_UNCOUNTED constexpr auto operator""_ic() noexcept {
  constexpr long long value = detail::parse<digits...>();
  return integral_constant<static_cast<detail::Narrowest<value>>(value)>{};
}
}  // namespace literals

#define SIMT_CHOICE(name, ...)                 \
  enum class name : unsigned char __VA_ARGS__; \
  template <name Value>                        \
  struct name##_constant : detail::Choice<Value> {}

SIMT_CHOICE(rounding_mode,
            {round_ties_to_even, round_toward_zero, round_toward_negative, round_toward_positive,
             round_approximate, round_full, round_ties_to_away});
SIMT_CHOICE(subnormals_rounding_mode, {preserve_subnormals, round_subnormals_to_zero});
SIMT_CHOICE(saturation_mode, {saturate_none, saturate_finite});
SIMT_CHOICE(nan_propagation_mode, {suppress_nan, propagate_nan});
SIMT_CHOICE(memory_order, {relaxed, acquire, release, acq_rel});
SIMT_CHOICE(thread_scope, {system, device, block});
SIMT_CHOICE(scan_direction, {forward, backward});
SIMT_CHOICE(view_padding, {zero, negative_zero, positive_inf, negative_inf, nan});
#undef SIMT_CHOICE

#define SIMT_CHOSEN(choice, value) using value##_t = choice##_constant<choice::value>
SIMT_CHOSEN(rounding_mode, round_ties_to_even);
SIMT_CHOSEN(rounding_mode, round_toward_zero);
SIMT_CHOSEN(rounding_mode, round_toward_negative);
SIMT_CHOSEN(rounding_mode, round_toward_positive);
SIMT_CHOSEN(rounding_mode, round_approximate);
SIMT_CHOSEN(rounding_mode, round_full);
SIMT_CHOSEN(rounding_mode, round_ties_to_away);
SIMT_CHOSEN(subnormals_rounding_mode, preserve_subnormals);
SIMT_CHOSEN(subnormals_rounding_mode, round_subnormals_to_zero);
SIMT_CHOSEN(saturation_mode, saturate_none);
SIMT_CHOSEN(saturation_mode, saturate_finite);
SIMT_CHOSEN(nan_propagation_mode, suppress_nan);
SIMT_CHOSEN(nan_propagation_mode, propagate_nan);
#undef SIMT_CHOSEN
#define SIMT_CHOSEN(name, choice, value) using name##_##value##_t = choice##_constant<choice::value>
SIMT_CHOSEN(memory_order, memory_order, relaxed);
SIMT_CHOSEN(memory_order, memory_order, acquire);
SIMT_CHOSEN(memory_order, memory_order, release);
SIMT_CHOSEN(memory_order, memory_order, acq_rel);
SIMT_CHOSEN(thread_scope, thread_scope, system);
SIMT_CHOSEN(thread_scope, thread_scope, device);
SIMT_CHOSEN(thread_scope, thread_scope, block);
SIMT_CHOSEN(scan, scan_direction, forward);
SIMT_CHOSEN(scan, scan_direction, backward);
SIMT_CHOSEN(view_padding, view_padding, zero);
SIMT_CHOSEN(view_padding, view_padding, negative_zero);
SIMT_CHOSEN(view_padding, view_padding, positive_inf);
SIMT_CHOSEN(view_padding, view_padding, negative_inf);
SIMT_CHOSEN(view_padding, view_padding, nan);
#undef SIMT_CHOSEN

}  // namespace cuda::tiles
