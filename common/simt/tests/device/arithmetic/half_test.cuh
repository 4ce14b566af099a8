/// @file
/// What the tests of `half` and `nv_bfloat16` share: both formats behind one interface, and their
/// values and roundings by std::frexp, independent of the headers under test.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "../device_test.cuh"

enum Mode { kNearest, kZero, kUp, kDown };

/// The functions whose names differ between the formats.
#define SMALL_FORMAT(Name, Type, Pair, n, fraction_bits)                                    \
  struct Name {                                                                             \
    using T = Type;                                                                         \
    using T2 = Pair;                                                                        \
    static constexpr int kFraction = fraction_bits;                                         \
    static __device__ std::uint16_t bits(T v) { return __##n##_as_ushort(v); }              \
    static __device__ T from_bits(std::uint16_t v) { return __ushort_as_##n(v); }           \
    static __device__ float widen(T v) { return __##n##2float(v); }                         \
    static __device__ T pick(Mode mode, T rn, T rz, T ru, T rd) {                           \
      return mode == kNearest ? rn : mode == kZero ? rz : mode == kUp ? ru : rd;            \
    }                                                                                       \
    SMALL_FORMAT_FROM(float, float2##n)                                                     \
    SMALL_FORMAT_FROM(short, short2##n)                                                     \
    SMALL_FORMAT_FROM(unsigned short, ushort2##n)                                           \
    SMALL_FORMAT_FROM(int, int2##n)                                                         \
    SMALL_FORMAT_FROM(unsigned, uint2##n)                                                   \
    SMALL_FORMAT_FROM(long long, ll2##n)                                                    \
    SMALL_FORMAT_FROM(unsigned long long, ull2##n)                                          \
    static __device__ T from(double v, Mode) { return __double2##n(v); }                    \
    SMALL_FORMAT_TO(short, n##2short)                                                       \
    SMALL_FORMAT_TO(unsigned short, n##2ushort)                                             \
    SMALL_FORMAT_TO(int, n##2int)                                                           \
    SMALL_FORMAT_TO(unsigned, n##2uint)                                                     \
    SMALL_FORMAT_TO(long long, n##2ll)                                                      \
    SMALL_FORMAT_TO(unsigned long long, n##2ull)                                            \
    static __device__ void to(T v, Mode, signed char* r) { *r = __##n##2char_rz(v); }       \
    static __device__ void to(T v, Mode, unsigned char* r) { *r = __##n##2uchar_rz(v); }    \
    static __device__ T2 pair(T x, T y) { return __halves2##n##2(x, y); }                   \
    static __device__ T low(T2 v) { return __low2##n(v); }                                  \
    static __device__ T high(T2 v) { return __high2##n(v); }                                \
    static __device__ T2 low2(T2 v) { return __low2##n##2(v); }                             \
    static __device__ T2 high2(T2 v) { return __high2##n##2(v); }                           \
    static __device__ T2 lows(T2 a, T2 b) { return __lows2##n##2(a, b); }                   \
    static __device__ T2 highs(T2 a, T2 b) { return __highs2##n##2(a, b); }                 \
    static __device__ T2 broadcast(T v) { return __##n##2##n##2(v); }                       \
    static __device__ T2 from_float2(float2 v) { return __float22##n##2_rn(v); }            \
    static __device__ T2 from_floats(float x, float y) { return __floats2##n##2_rn(x, y); } \
    static __device__ T2 from_one(float v) { return __float2##n##2_rn(v); }                 \
    static __device__ float2 to_float2(T2 v) { return __##n##22float2(v); }                 \
  };
#define SMALL_FORMAT_FROM(From, name)                                                          \
  static __device__ T from(From v, Mode mode) {                                                \
    return pick(mode, __##name##_rn(v), __##name##_rz(v), __##name##_ru(v), __##name##_rd(v)); \
  }
#define SMALL_FORMAT_TO(To, name)                         \
  static __device__ void to(T v, Mode mode, To* result) { \
    *result = mode == kNearest ? __##name##_rn(v)         \
              : mode == kZero  ? __##name##_rz(v)         \
              : mode == kUp    ? __##name##_ru(v)         \
                               : __##name##_rd(v);           \
  }
SMALL_FORMAT(Half, __half, __half2, half, 10)
SMALL_FORMAT(BFloat16, __nv_bfloat16, __nv_bfloat162, bfloat16, 7)
#undef SMALL_FORMAT
#undef SMALL_FORMAT_FROM
#undef SMALL_FORMAT_TO

template <class Format>
class SmallFloat : public testing::Test {
  void SetUp() override { SKIP_BELOW_COMPUTE_CAPABILITY(8); }  // for bfloat16
};
using SmallFormats = testing::Types<Half, BFloat16>;

/// `f` of every element, in a kernel.
template <class R, class T, class F>
__global__ void apply(R* out, const T* in, int n, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f(in[i]);
}
template <class R, class T, class F>
std::vector<R> map(const std::vector<T>& in, F f) {
  const DeviceBuffer<T> input(in);
  const int n = static_cast<int>(in.size());
  const T* data = input.data();
  return run_kernel<R>(in.size(),
                       [=](R* out) { apply<<<(n + 127) / 128, 128>>>(out, data, n, f); });
}

inline std::vector<std::uint16_t> all_bits() {
  std::vector<std::uint16_t> bits(65536);
  for (int i = 0; i < 65536; ++i) bits[i] = static_cast<std::uint16_t>(i);
  return bits;
}

inline double round_integer(double v, Mode mode) {
  return mode == kNearest ? std::nearbyint(v)
         : mode == kZero  ? std::trunc(v)
         : mode == kUp    ? std::ceil(v)
                          : std::floor(v);
}

/// The value of 16 bits.
template <class Format>
double decode(std::uint16_t bits) {
  constexpr int kBias = (1 << (14 - Format::kFraction)) - 1;
  const int exponent = (bits & 0x7fff) >> Format::kFraction;
  const int fraction = bits & ((1 << Format::kFraction) - 1);
  double value;
  if (exponent == 2 * kBias + 1) {
    value = fraction == 0 ? std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    value = std::ldexp(fraction, 1 - kBias - Format::kFraction);
  } else {
    value = std::ldexp(fraction + (1 << Format::kFraction), exponent - kBias - Format::kFraction);
  }
  return bits & 0x8000 ? -value : value;
}

/// The bits of a value, rounded once. NaN is 0x7fff.
template <class Format>
std::uint16_t encode(double value, Mode mode = kNearest) {
  constexpr int kBias = (1 << (14 - Format::kFraction)) - 1;
  constexpr int kInfinity = (2 * kBias + 1) << Format::kFraction;
  if (std::isnan(value)) return 0x7fff;
  const int sign = std::signbit(value) ? 0x8000 : 0;
  if (value == 0) return static_cast<std::uint16_t>(sign);
  if (std::isinf(value)) return static_cast<std::uint16_t>(sign | kInfinity);
  int exponent;
  std::frexp(value, &exponent);
  int unit = std::max(exponent - 1, 1 - kBias) - Format::kFraction;  // exponent of the last place
  double units = std::fabs(round_integer(std::ldexp(value, -unit), mode));
  if (units == std::ldexp(1, Format::kFraction + 1)) {
    units /= 2;
    ++unit;
  }
  if (unit > kBias - Format::kFraction) {
    const bool infinite = mode == kNearest || (mode == kUp && sign == 0) || (mode == kDown && sign);
    return static_cast<std::uint16_t>(sign | (infinite ? kInfinity : kInfinity - 1));
  }
  const int biased = unit + Format::kFraction + kBias;  // 1 for subnormal numbers, too
  return static_cast<std::uint16_t>(sign + ((biased - 1) << Format::kFraction) +
                                    static_cast<int>(units));
}

/// a + b where the sum has at most 53 bits. A far smaller operand only says which side the exact
/// sum is on: a nearer one says the same. Both have at most 22 bits.
inline double add_exactly(double a, double b) {
  if (a == 0 || b == 0 || !std::isfinite(a) || !std::isfinite(b)) return a + b;
  if (std::fabs(a) < std::fabs(b)) std::swap(a, b);
  if (std::ilogb(a) - std::ilogb(b) > 28) b = std::copysign(std::ldexp(1, std::ilogb(a) - 28), b);
  return a + b;
}

template <class Format>
bool is_nan(std::uint16_t bits) {
  return std::isnan(decode<Format>(bits));
}
/// Which NaN it is does not matter.
template <class Format>
bool same(std::uint16_t a, std::uint16_t b) {
  return is_nan<Format>(a) ? is_nan<Format>(b) : a == b;
}
/// Steps from one number to the other; none between the zeros.
template <class Format>
int distance(std::uint16_t a, std::uint16_t b) {
  if (is_nan<Format>(a) || is_nan<Format>(b)) {
    return is_nan<Format>(a) && is_nan<Format>(b) ? 0 : 65536;
  }
  const auto place = [](std::uint16_t v) { return v & 0x8000 ? -(v & 0x7fff) : int{v}; };
  return std::abs(place(a) - place(b));
}

/// Operands: all pairs of the values at the edges of the format, then random bits; some of them
/// with exponents close enough that they meet in a sum.
struct SmallOperands {
  std::uint16_t v[4];
};
template <class Format>
std::vector<SmallOperands> small_operands() {
  constexpr int kInfinity = 0x7fff >> Format::kFraction << Format::kFraction;
  constexpr int kNormal = 1 << Format::kFraction;
  const int one = encode<Format>(1);
  std::vector<std::uint16_t> edges;
  for (int v : {0, 1, 2, 3, kNormal - 1, kNormal, kNormal + 1, one - 1, one, one + 1, one + kNormal,
                one + kNormal / 2, kInfinity - 2, kInfinity - 1, kInfinity, 0x7fff}) {
    edges.push_back(static_cast<std::uint16_t>(v));
    edges.push_back(static_cast<std::uint16_t>(v | 0x8000));
  }
  std::mt19937 random(3);
  std::vector<SmallOperands> result;
  const auto any = [&] { return static_cast<std::uint16_t>(random()); };
  for (std::uint16_t a : edges)
    for (std::uint16_t b : edges)
      for (std::uint16_t c : edges) result.push_back({{a, b, c, any()}});
  for (int i = 0; i < 10000; ++i) result.push_back({{any(), any(), any(), any()}});
  const auto near_one = [&] {
    const int exponent = static_cast<int>(random() % 16) - 8;
    return encode<Format>(
        std::ldexp(random() % 2 ? -1.0 - random() * 0x1p-32 : 1.0 + random() * 0x1p-32, exponent));
  };
  for (int i = 0; i < 20000; ++i) {
    result.push_back({{near_one(), near_one(), near_one(), near_one()}});
  }
  return result;
}
