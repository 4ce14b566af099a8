/// @file
/// Special functions of the CUDA Math API that <cmath> lacks, computed in a wider format.
#pragma once

#include <cmath>
#include <limits>

#include "simt/uncounted.h"

namespace simt {

/// Twice the precision, or what comes closest.
template <class T>
struct Wider {
  using type = long double;
};
template <>
struct Wider<float> {
  using type = double;
};

inline constexpr long double kTwoOverRootPi = 1.128379167095512573896158903121545172L;

/// y with erfc(y) = q, for 0 < q <= 0.5.
template <class W>
SIMT_UNCOUNTED auto inverse_of_small_erfc(W q) {
  const W t = std::sqrt(-2 * std::log(q / 2));
  W y = (t - (W(2.30753L) + W(0.27061L) * t) / (1 + t * (W(0.99229L) + W(0.04481L) * t))) *
        W(0.707106781186547524400844362104849039L);
  for (int i = 0; i < 3; ++i) {  // Halley's method triples the number of right digits
    const W step = (q - std::erfc(y)) / (W(-kTwoOverRootPi) * std::exp(-y * y));
    y += step / (1 + y * step);
  }
  return y;
}

/// y with erf(y) = x, for |x| <= 0.5.
template <class W>
SIMT_UNCOUNTED auto inverse_of_small_erf(W x) {
  W y = x / W(kTwoOverRootPi) * (1 + W(0.2618L) * x * x);
  for (int i = 0; i < 3; ++i) {
    const W step = (x - std::erf(y)) / (W(kTwoOverRootPi) * std::exp(-y * y));
    y += step / (1 - y * step);
  }
  return y;
}

template <class T>
[[gnu::noinline]] SIMT_UNCOUNTED auto inverse_erfc(T x) {
  using W = typename Wider<T>::type;
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  if (!(x >= 0 && x <= 2)) return std::numeric_limits<T>::quiet_NaN();
  if (x == 0) return kInfinity;
  if (x == 2) return -kInfinity;
  const W wide = x;
  if (wide <= W(0.5)) return static_cast<T>(inverse_of_small_erfc(wide));
  if (wide >= W(1.5)) return static_cast<T>(-inverse_of_small_erfc(2 - wide));
  return static_cast<T>(inverse_of_small_erf(1 - wide));
}

template <class T>
[[gnu::noinline]] SIMT_UNCOUNTED auto inverse_erf(T x) {
  using W = typename Wider<T>::type;
  const W wide = std::abs(static_cast<W>(x));
  if (!(wide <= 1)) return std::numeric_limits<T>::quiet_NaN();
  if (wide == 0) return x;
  if (wide == 1) return std::copysign(std::numeric_limits<T>::infinity(), x);
  const W y = wide <= W(0.5) ? inverse_of_small_erf(wide) : inverse_of_small_erfc(1 - wide);
  return std::copysign(static_cast<T>(y), x);
}

/// The standard normal distribution.
template <class T>
[[gnu::noinline]] SIMT_UNCOUNTED auto normal_distribution(T x) {
  using W = typename Wider<T>::type;
  return static_cast<T>(std::erfc(-x * W(0.707106781186547524400844362104849039L)) / 2);
}

template <class T>
[[gnu::noinline]] SIMT_UNCOUNTED auto inverse_normal_distribution(T p) {
  using W = typename Wider<T>::type;
  constexpr W kRootTwo = W(1.414213562373095048801688724209698079L);
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  if (!(p >= 0 && p <= 1)) return std::numeric_limits<T>::quiet_NaN();
  if (p == 0) return -kInfinity;
  if (p == 1) return kInfinity;
  const W q = 2 * static_cast<W>(p);
  if (q <= W(0.5)) return static_cast<T>(-kRootTwo * inverse_of_small_erfc(q));
  if (q >= W(1.5)) return static_cast<T>(kRootTwo * inverse_of_small_erfc(2 - q));
  return static_cast<T>(kRootTwo * inverse_of_small_erf(q - 1));
}

/// exp(x²) erfc(x)
template <class T>
[[gnu::noinline]] SIMT_UNCOUNTED auto scaled_erfc(T x) {
  using W = typename Wider<T>::type;
  const W wide = x;
  if (!(wide > 10)) return static_cast<T>(std::exp(wide * wide) * std::erfc(wide));
  W term = W(kTwoOverRootPi) / (2 * wide), sum = term;  // the asymptotic series
  for (int n = 1; n < 40; ++n) {
    term *= -(2 * n - 1) / (2 * wide * wide);
    sum += term;
  }
  return static_cast<T>(sum);
}

template <class T>
[[gnu::noinline]] SIMT_UNCOUNTED auto bessel_i(int order, T x) {
  using W = typename Wider<T>::type;
  const W wide = std::abs(static_cast<W>(x));
  if (std::isnan(x)) return x;
  if (wide > 720) return std::copysign(std::numeric_limits<T>::infinity(), order == 0 ? T(1) : x);
  W term = order == 0 ? W(1) : wide / 2, sum = term;  // of the power series, all positive
  for (int k = 1; term > sum * std::numeric_limits<W>::epsilon() / 4; ++k) {
    term *= wide / 2 / k * (wide / 2 / (k + order));
    sum += term;
  }
  return order == 0 ? static_cast<T>(sum) : std::copysign(static_cast<T>(sum), x);
}

}  // namespace simt

#define SIMT_SPECIAL(T, f)                                                                 \
  [[gnu::always_inline]] inline T erfinv##f(T x) { return simt::inverse_erf(x); }          \
  [[gnu::always_inline]] inline T erfcinv##f(T x) { return simt::inverse_erfc(x); }        \
  [[gnu::always_inline]] inline T erfcx##f(T x) { return simt::scaled_erfc(x); }           \
  [[gnu::always_inline]] inline T normcdf##f(T x) { return simt::normal_distribution(x); } \
  [[gnu::always_inline]] inline T normcdfinv##f(T p) {                                     \
    return simt::inverse_normal_distribution(p);                                           \
  }                                                                                        \
  [[gnu::always_inline]] inline T cyl_bessel_i0##f(T x) { return simt::bessel_i(0, x); }   \
  [[gnu::always_inline]] inline T cyl_bessel_i1##f(T x) { return simt::bessel_i(1, x); }
SIMT_SPECIAL(float, f)
SIMT_SPECIAL(double, )
#undef SIMT_SPECIAL
