/// @file
/// Functions of floating-point numbers, element by element.
#pragma once

#include "simt/tiles/arithmetic.h"

namespace cuda::tiles {

namespace detail {

/// The C library's function of a float or a double.
#define SIMT_TILE_MATH(Name, function)            \
  struct Name {                                   \
    template <class T>                            \
    SIMT_UNCOUNTED_INLINE static T of_wide(T a) { \
      if constexpr (std::is_same_v<T, float>) {   \
        return __builtin_##function##f(a);        \
      } else {                                    \
        return __builtin_##function(a);           \
      }                                           \
    }                                             \
  }
SIMT_TILE_MATH(Exp, exp);
SIMT_TILE_MATH(Exp2, exp2);
SIMT_TILE_MATH(Log, log);
SIMT_TILE_MATH(Log2, log2);
SIMT_TILE_MATH(Sin, sin);
SIMT_TILE_MATH(Cos, cos);
SIMT_TILE_MATH(Tan, tan);
SIMT_TILE_MATH(Sinh, sinh);
SIMT_TILE_MATH(Cosh, cosh);
SIMT_TILE_MATH(Tanh, tanh);
SIMT_TILE_MATH(Sqrt, sqrt);
SIMT_TILE_MATH(Ceil, ceil);
SIMT_TILE_MATH(Floor, floor);
#undef SIMT_TILE_MATH
SIMT_TILE_OPERATION(ReciprocalRoot, (T a),
                    return static_cast<T>(1 / __builtin_sqrt(static_cast<double>(a))));
SIMT_TILE_OPERATION(Power, (T a, T b),
                    return static_cast<T>(__builtin_pow(static_cast<double>(a),
                                                        static_cast<double>(b))));
SIMT_TILE_OPERATION(ArcTangent, (T a, T b),
                    return static_cast<T>(__builtin_atan2(static_cast<double>(a),
                                                          static_cast<double>(b))));
SIMT_TILE_OPERATION(IsNan, (T a), return a != a);
SIMT_TILE_OPERATION(IsInfinite, (T a), return a - a != a - a && a == a);
#undef SIMT_TILE_OPERATION

struct IntegerPower {
  template <class R, class T, class I>
  SIMT_UNCOUNTED_INLINE static R of(T base, I exponent) {
    return converted<R>(__builtin_powi(static_cast<double>(widened(base)), exponent));
  }
};

}  // namespace detail

/// A mode that says how exact it has to be: the model is as exact as the C library.
#define SIMT_TILE_MATH(name, Name)                                            \
  template <basic_floating_point_tile A, class... Mode>                       \
  SIMT_UNCOUNTED_INLINE A name(const A& a, Mode...) noexcept {                \
    return detail::map<A, detail::On<detail::Name, detail::ElementOf<A>>>(a); \
  }
SIMT_TILE_MATH(exp, Exp)
SIMT_TILE_MATH(exp2, Exp2)
SIMT_TILE_MATH(log, Log)
SIMT_TILE_MATH(log2, Log2)
SIMT_TILE_MATH(sin, Sin)
SIMT_TILE_MATH(cos, Cos)
SIMT_TILE_MATH(tan, Tan)
SIMT_TILE_MATH(sinh, Sinh)
SIMT_TILE_MATH(cosh, Cosh)
SIMT_TILE_MATH(tanh, Tanh)
SIMT_TILE_MATH(sqrt, Sqrt)
SIMT_TILE_MATH(rsqrt, ReciprocalRoot)
SIMT_TILE_MATH(ceil, Ceil)
SIMT_TILE_MATH(floor, Floor)
#undef SIMT_TILE_MATH

template <basic_floating_point_tile A, arithmetic_tile B>
SIMT_UNCOUNTED_INLINE auto pow(const A& base, const B& exponent) noexcept {
  return detail::binary<detail::Power>(base, exponent);
}
template <basic_floating_point_tile A, integral_tile B>
SIMT_UNCOUNTED_INLINE auto powi(const A& base, const B& exponent) noexcept {
  static_assert(std::is_signed_v<detail::ElementOf<B>> && sizeof(detail::ElementOf<B>) <= 4,
                "the exponent of powi() is an int, or a shorter signed integer");
  detail::check_shapes<A, B>();
  return detail::map<detail::Mutual<A, B, detail::ElementOf<A>>, detail::IntegerPower>(base,
                                                                                       exponent);
}
template <arithmetic_tile A, arithmetic_tile B>
SIMT_UNCOUNTED_INLINE auto atan2(const A& y, const B& x) noexcept {
  return detail::binary<detail::ArcTangent>(y, x);
}
template <floating_point_tile A>
SIMT_UNCOUNTED_INLINE auto isnan(const A& a) noexcept {
  return detail::map<detail::With<A, bool>, detail::On<detail::IsNan, detail::ElementOf<A>>>(a);
}
template <floating_point_tile A>
SIMT_UNCOUNTED_INLINE auto isinf(const A& a) noexcept {
  return detail::map<detail::With<A, bool>, detail::On<detail::IsInfinite, detail::ElementOf<A>>>(
      a);
}

}  // namespace cuda::tiles
