// Special functions that <cmath> lacks: each against its definition, within the error that the CUDA
// Math API documents.
// supports: intrinsics: special functions of CUDA, single and double
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <cmath>
#include <limits>
#include <string>
#include <tr1/cmath>  // for cyl_bessel_i: a precompiled <cmath> lacks it
#include <vector>

#include "../device_test.cuh"
#include "map.cuh"

namespace {

/// `got` is within `ulps` units in the last place of `expected`.
template <class T>
void expect_close(T got, long double expected, int ulps, const std::string& what) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(got)) << what << " is " << got;
    return;
  }
  const T rounded = static_cast<T>(expected);
  if (std::isinf(rounded)) {
    EXPECT_EQ(got, rounded) << what;
    return;
  }
  const T magnitude = std::max(std::abs(rounded), std::numeric_limits<T>::min());
  const long double unit =
      std::nextafter(magnitude, std::numeric_limits<T>::infinity()) - magnitude;
  EXPECT_LE(std::abs(got - expected), ulps * unit) << what << " is " << got << " not " << expected;
}

/// y with f(y) = x, for a growing f: by bisection.
template <class F>
long double inverse(F f, long double x, long double low, long double high) {
  for (int i = 0; i < 200; ++i) {
    const long double middle = (low + high) / 2;
    (f(middle) < x ? low : high) = middle;
  }
  return (low + high) / 2;
}
long double inverse_erf(long double x);
long double inverse_erfc(long double x) {
  if (!(x >= 0 && x <= 2)) return std::numeric_limits<long double>::quiet_NaN();
  if (x == 0) return std::numeric_limits<long double>::infinity();
  if (x > 1) return -inverse_erfc(2 - x);
  if (x > 0.5L) return inverse_erf(1 - x);
  return -inverse([](long double y) { return std::erfc(-y); }, x, -30, 0);
}
long double inverse_erf(long double x) {
  if (!(std::abs(x) <= 1)) return std::numeric_limits<long double>::quiet_NaN();
  if (x == 0) return x;
  if (std::abs(x) > 0.5L) return std::copysign(inverse_erfc(1 - std::abs(x)), x);
  return inverse([](long double y) { return std::erf(y); }, x, -1, 1);
}

template <class T>
std::vector<T> fractions() {
  const T tiny = std::numeric_limits<T>::epsilon();
  return {0,       T(1e-30), T(1e-9), T(1e-3), T(0.1),  T(0.25),  T(0.3),       T(0.4999), T(0.5),
          T(0.51), T(0.7),   T(0.75), T(0.9),  T(0.99), 1 - tiny, 1 - 8 * tiny, 1};
}
template <class T>
std::vector<T> up_to_two() {
  std::vector<T> values = fractions<T>();
  for (T x : fractions<T>()) values.push_back(2 - x);
  values.push_back(T(-0.1));
  values.push_back(T(2.1));
  return values;
}
template <class T>
std::vector<T> both_signs() {
  std::vector<T> values = fractions<T>();
  for (T x : fractions<T>()) values.push_back(-x);
  values.push_back(T(1.5));
  return values;
}
template <class T>
std::vector<T> reals() {
  return {0,       T(1e-6), T(0.1),  T(0.5), 1,       T(1.5),  2,        3,  T(4.7), 6,
          T(-0.3), -1,      T(-2.5), T(-4),  T(8.25), T(9.99), T(10.01), 12, 20,     T(-5.5)};
}

constexpr long double kRootTwo = 1.41421356237309504880168872420969807857L;
long double scaled_erfc(long double x) {
  if (x < 8) return std::exp(x * x) * std::erfc(x);
  long double fraction = x;  // Laplace's continued fraction, from its end
  for (int k = 200; k > 0; --k) fraction = x + k / 2.0L / fraction;
  return 1 / (fraction * std::sqrt(std::acos(-1.0L)));
}

// A test of `name`; `expression` is what it shall make of the long double x.
#define FUNCTION(T, name, ulps, values, expression)                                 \
  struct name##_ {                                                                  \
    __device__ T operator()(T x) const { return name(x); }                          \
  };                                                                                \
  TEST(SpecialFunctions, name) {                                                    \
    const std::vector<T> in = values<T>();                                          \
    const std::vector<T> out = map<T>(in, name##_{});                               \
    for (std::size_t i = 0; i < in.size(); ++i) {                                   \
      const long double x = in[i];                                                  \
      expect_close(out[i], expression, ulps, #name " of " + std::to_string(in[i])); \
    }                                                                               \
  }

FUNCTION(float, erfinvf, 2, both_signs, inverse_erf(x))
FUNCTION(double, erfinv, 5, both_signs, inverse_erf(x))
FUNCTION(float, erfcinvf, 4, up_to_two, inverse_erfc(x))
FUNCTION(double, erfcinv, 6, up_to_two, inverse_erfc(x))
FUNCTION(float, normcdff, 5, reals, std::erfc(-x / kRootTwo) / 2)
FUNCTION(double, normcdf, 5, reals, std::erfc(-x / kRootTwo) / 2)
FUNCTION(float, normcdfinvf, 5, fractions, -kRootTwo* inverse_erfc(2 * x))
FUNCTION(double, normcdfinv, 8, fractions, -kRootTwo* inverse_erfc(2 * x))
FUNCTION(float, erfcxf, 4, reals, scaled_erfc(x))
FUNCTION(double, erfcx, 4, reals, scaled_erfc(x))
FUNCTION(float, cyl_bessel_i0f, 6, reals, std::tr1::cyl_bessel_i(0.0L, std::abs(x)))
FUNCTION(double, cyl_bessel_i0, 6, reals, std::tr1::cyl_bessel_i(0.0L, std::abs(x)))
FUNCTION(float, cyl_bessel_i1f, 6, reals,
         std::copysign(std::tr1::cyl_bessel_i(1.0L, std::abs(x)), x))
FUNCTION(double, cyl_bessel_i1, 6, reals,
         std::copysign(std::tr1::cyl_bessel_i(1.0L, std::abs(x)), x))

struct Lengths {
  double v[12];
};
__global__ void lengths(Lengths* out, const float* f, const double* d, int n) {
  *out = {{normf(n, f), rnormf(n, f), norm(n, d), rnorm(n, d), norm(1, d),
           static_cast<double>(umin(3u, 0xffffffffu)), static_cast<double>(umax(3u, 4u)),
           static_cast<double>(llmin(-3, 4)), static_cast<double>(llmax(-3, 4)),
           static_cast<double>(ullmin(3, ~0ull)), fdivide(1.0, 4.0), fdividef(1.0f, 4.0f)}};
}
TEST(SpecialFunctions, LengthsAndOldNames) {
  const DeviceBuffer<float> f(std::vector<float>{1, 2, 2, 4});
  const DeviceBuffer<double> d(std::vector<double>{2e200, 3e200, 6e200, 0});
  const auto out =
      run_kernel<Lengths>(1, [&](Lengths* o) { lengths<<<1, 1>>>(o, f.data(), d.data(), 4); });
  const double expected[] = {5, 0.2, 7e200, 1 / 7e200, 2e200, 3, 4, -3, 4, 3, 0.25, 0.25};
  for (int i = 0; i < 12; ++i) {
    EXPECT_NEAR(out[0].v[i], expected[i], std::abs(expected[i]) * (i < 2 ? 3e-7 : 1e-15)) << i;
  }
}

}  // namespace
