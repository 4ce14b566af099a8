/// @file
/// Device functions that are not in <cmath>: min/max, fast-math forms, functions of the CUDA Math
/// API alone. Fast forms give the precise result here.
#pragma once

#include <cmath>
#include <ctime>

#include "simt/c_function.h"
#include "simt/failures.h"
#include "simt/float_intrinsics.h"
#include "simt/groups.h"
#include "simt/integer_intrinsics.h"
#include "simt/memory_intrinsics.h"
#include "simt/simd_intrinsics.h"
#include "simt/special_functions.h"
#include "simt/uncounted.h"

// With nvcc they are there without std:: and without <math.h>.
using std::isfinite;
using std::isinf;
using std::isnan;
using std::signbit;

#define SIMT_MATH [[gnu::always_inline]] inline

#define SIMT_MIN_MAX(Type)                                     \
  SIMT_MATH Type min(Type a, Type b) { return b < a ? b : a; } \
  SIMT_MATH Type max(Type a, Type b) { return a < b ? b : a; }
SIMT_MIN_MAX(int)
SIMT_MIN_MAX(unsigned)
SIMT_MIN_MAX(long)
SIMT_MIN_MAX(unsigned long)
SIMT_MIN_MAX(long long)
SIMT_MIN_MAX(unsigned long long)
#undef SIMT_MIN_MAX
#define SIMT_MIN_MAX_MIXED(A, B, Common)                                                         \
  SIMT_MATH Common min(A a, B b) { return min(static_cast<Common>(a), static_cast<Common>(b)); } \
  SIMT_MATH Common max(A a, B b) { return max(static_cast<Common>(a), static_cast<Common>(b)); } \
  SIMT_MATH Common min(B b, A a) { return min(static_cast<Common>(b), static_cast<Common>(a)); } \
  SIMT_MATH Common max(B b, A a) { return max(static_cast<Common>(b), static_cast<Common>(a)); }
SIMT_MATH float min(float a, float b) { return fminf(a, b); }
SIMT_MATH float max(float a, float b) { return fmaxf(a, b); }
SIMT_MATH double min(double a, double b) { return fmin(a, b); }
SIMT_MATH double max(double a, double b) { return fmax(a, b); }
SIMT_MIN_MAX_MIXED(int, unsigned, unsigned)
SIMT_MIN_MAX_MIXED(long, unsigned long, unsigned long)
SIMT_MIN_MAX_MIXED(long long, unsigned long long, unsigned long long)
SIMT_MIN_MAX_MIXED(float, double, double)
#undef SIMT_MIN_MAX_MIXED

SIMT_MATH unsigned umin(unsigned a, unsigned b) { return min(a, b); }
SIMT_MATH unsigned umax(unsigned a, unsigned b) { return max(a, b); }
SIMT_MATH long long llmin(long long a, long long b) { return min(a, b); }
SIMT_MATH long long llmax(long long a, long long b) { return max(a, b); }
SIMT_MATH unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return min(a, b);
}
SIMT_MATH unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return max(a, b);
}

namespace simt {

/// sin(pi x), or cos(pi x) with `quarter_turns` = 1: x is reduced before pi comes in, and exactly.
template <class T>
[[gnu::noinline]] SIMT_UNCOUNTED auto sine_of_pi_times(T x, int quarter_turns) {
  using W = typename Wider<T>::type;
  if (!std::isfinite(x)) return std::numeric_limits<T>::quiet_NaN();
  const W turns = std::fmod(static_cast<W>(x), W(2));
  const W quarters = std::nearbyint(2 * turns);
  const W angle = W(3.14159265358979323846264338327950288L) * (turns - quarters / 2);
  const int quadrant = (static_cast<int>(quarters) + quarter_turns) & 3;
  if (angle == 0) {
    if (quadrant % 2 != 0) return quadrant == 1 ? T(1) : T(-1);
    return quarter_turns == 0 ? std::copysign(T(0), x) : T(0);
  }
  const W value = quadrant % 2 == 0 ? std::sin(angle) : std::cos(angle);
  return static_cast<T>(quadrant < 2 ? value : -value);
}

/// The length of a vector; infinite as soon as one component is, even beside a NaN.
template <class T, class... Components>
[[gnu::noinline]] SIMT_UNCOUNTED auto length(bool reciprocal, Components... components) {
  using W = typename Wider<T>::type;
  const bool infinite = (std::isinf(components) || ...);
  const W root = infinite ? std::numeric_limits<W>::infinity()
                          : std::sqrt(((static_cast<W>(components) * components) + ...));
  return static_cast<T>(reciprocal ? 1 / root : root);
}

/// The length of the vector of `count` elements; what it reads is the kernel's.
template <class T>
SIMT_MATH auto length_of_array(bool reciprocal, int count, const T* components) {
  typename Wider<T>::type sum = 0;
  bool infinite = false;
  for (int i = 0; i < count; ++i) {
    const typename Wider<T>::type component = components[i];
    infinite |= std::isinf(component);
    sum += component * component;
  }
  if (infinite) sum = std::numeric_limits<T>::infinity();
  return static_cast<T>(reciprocal ? 1 / std::sqrt(sum) : std::sqrt(sum));
}

/// Nanoseconds since the process started: what `clock64` and `globaltimer` count in the model.
long long nanoseconds();

}  // namespace simt

#define SIMT_CUDA_MATH(T, f)                                                               \
  SIMT_MATH T sinpi##f(T x) { return simt::sine_of_pi_times(x, 0); }                       \
  SIMT_MATH T cospi##f(T x) { return simt::sine_of_pi_times(x, 1); }                       \
  SIMT_MATH void sincospi##f(T x, T* sine, T* cosine) {                                    \
    *sine = sinpi##f(x);                                                                   \
    *cosine = cospi##f(x);                                                                 \
  }                                                                                        \
  SIMT_MATH T rsqrt##f(T x) { return 1 / sqrt##f(x); }                                     \
  SIMT_MATH T rcbrt##f(T x) { return 1 / cbrt##f(x); }                                     \
  SIMT_MATH T rhypot##f(T x, T y) { return simt::length<T>(true, x, y); }                  \
  SIMT_MATH T norm3d##f(T x, T y, T z) { return simt::length<T>(false, x, y, z); }         \
  SIMT_MATH T rnorm3d##f(T x, T y, T z) { return simt::length<T>(true, x, y, z); }         \
  SIMT_MATH T norm4d##f(T x, T y, T z, T w) { return simt::length<T>(false, x, y, z, w); } \
  SIMT_MATH T rnorm4d##f(T x, T y, T z, T w) { return simt::length<T>(true, x, y, z, w); } \
  SIMT_MATH T norm##f(int n, const T* p) { return simt::length_of_array(false, n, p); }    \
  SIMT_MATH T rnorm##f(int n, const T* p) { return simt::length_of_array(true, n, p); }
SIMT_CUDA_MATH(float, f)
SIMT_CUDA_MATH(double, )
#undef SIMT_CUDA_MATH

SIMT_MATH double fdivide(double a, double b) { return a / b; }
SIMT_MATH float fdividef(float a, float b) { return a / b; }
SIMT_MATH float __fdividef(float a, float b) { return a / b; }
SIMT_MATH float __expf(float x) { return expf(x); }
SIMT_MATH float __exp10f(float x) { return exp10f(x); }
SIMT_MATH float __logf(float x) { return logf(x); }
SIMT_MATH float __log2f(float x) { return log2f(x); }
SIMT_MATH float __log10f(float x) { return log10f(x); }
SIMT_MATH float __sinf(float x) { return sinf(x); }
SIMT_MATH float __cosf(float x) { return cosf(x); }
SIMT_MATH float __tanf(float x) { return tanf(x); }
SIMT_MATH float __tanhf(float x) { return tanhf(x); }
SIMT_MATH float __powf(float x, float y) { return powf(x, y); }
SIMT_MATH float __saturatef(float x) { return fminf(fmaxf(x, 0.0f), 1.0f); }
SIMT_MATH void __sincosf(float x, float* sine, float* cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}
// In place of the C library's, whose stores the model would neither count nor check.
extern "C" {
[[gnu::gnu_inline]] SIMT_MATH void sincosf(float x, float* sine, float* cosine) SIMT_C_FUNCTION {
  *sine = sinf(x);
  *cosine = cosf(x);
}
[[gnu::gnu_inline]] SIMT_MATH void sincos(double x, double* sine, double* cosine) SIMT_C_FUNCTION {
  *sine = sin(x);
  *cosine = cos(x);
}
}

SIMT_MATH long long clock64() { return simt::nanoseconds(); }
/// Any time up to twice `nanoseconds` is allowed: as long as it takes to let others run.
SIMT_MATH void __nanosleep([[maybe_unused]] unsigned nanoseconds) { simt::pause(); }

#undef SIMT_MATH
