// Device functions: every one against its definition in the CUDA Math API, computed on the host in
// another way.
// supports: intrinsics: math.h; integers, floats, doubles; fast-math forms
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "../device_test.cuh"

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

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
  return run_kernel<R>(in.size(), [=](R* out) { apply<<<(n + 63) / 64, 64>>>(out, data, n, f); });
}

struct Words {
  unsigned x, y, z;
};
std::vector<Words> words() {
  const unsigned edges[] = {0, 1, 31, 32, 33, 0x7fffffffu, 0x80000000u, 0xffffffffu, 0x00800000u};
  std::vector<Words> result;
  for (unsigned x : edges)
    for (unsigned y : edges)
      for (unsigned z : edges) result.push_back({x, y, z});
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    const unsigned x = random(), y = random();
    result.push_back({x, y, static_cast<unsigned>(random())});
  }
  return result;
}

struct Integers {
  unsigned long long v[16];
};
struct ComputeIntegers {
  __device__ Integers operator()(const Words& w) const {
    const int x = static_cast<int>(w.x), y = static_cast<int>(w.y), z = static_cast<int>(w.z);
    const unsigned long long p = static_cast<unsigned long long>(w.x) << 32 | w.y;
    const unsigned long long q = static_cast<unsigned long long>(w.z) << 32 | w.x;
    return {{static_cast<unsigned>(__clz(x)) | static_cast<unsigned>(__ffs(x)) << 8 |
                 static_cast<unsigned>(__popc(w.x)) << 16,
             __brevll(p), __byte_perm(w.x, w.y, w.z),
             static_cast<unsigned long long>(__funnelshift_l(w.x, w.y, w.z)) << 32 |
                 __funnelshift_r(w.x, w.y, w.z),
             static_cast<unsigned long long>(__funnelshift_lc(w.x, w.y, w.z)) << 32 |
                 __funnelshift_rc(w.x, w.y, w.z),
             static_cast<unsigned>(__mul24(x, y)), __umul24(w.x, w.y),
             static_cast<unsigned long long>(
                 __mul64hi(static_cast<long long>(p), static_cast<long long>(q))),
             __umul64hi(p, q), __sad(x, y, w.z), __usad(w.x, w.y, w.z),
             static_cast<unsigned>(__hadd(x, y)), static_cast<unsigned>(__rhadd(x, y)),
             static_cast<unsigned long long>(__uhadd(w.x, w.y)) << 32 | __urhadd(w.x, w.y),
             static_cast<unsigned>(__dp4a(x, y, z)), __dp4a(w.x, w.y, w.z)}};
  }
};

TEST(Math, Integers) {
  const std::vector<Words> in = words();
  const std::vector<Integers> out = map<Integers>(in, ComputeIntegers{});
  for (std::size_t i = 0; i < in.size(); ++i) {
    const Words w = in[i];
    const long long x = static_cast<int>(w.x), y = static_cast<int>(w.y);
    const unsigned long long p = static_cast<unsigned long long>(w.x) << 32 | w.y;
    const unsigned long long q = static_cast<unsigned long long>(w.z) << 32 | w.x;
    unsigned leading = 0, first = 0, count = 0;
    while (leading < 32 && !(w.x >> (31 - leading) & 1)) ++leading;
    for (unsigned bit = 32; bit > 0; --bit) first = w.x >> (bit - 1) & 1 ? bit : first;
    for (int bit = 0; bit < 32; ++bit) count += w.x >> bit & 1;
    unsigned long long reversed = 0;
    for (int bit = 0; bit < 64; ++bit) reversed |= (p >> bit & 1) << (63 - bit);
    unsigned permuted = 0, signed_dot = w.z, unsigned_dot = w.z;
    for (int byte = 0; byte < 4; ++byte) {
      const unsigned selected = w.z >> byte * 4 & 7;
      permuted |= ((selected < 4 ? w.x : w.y) >> selected % 4 * 8 & 0xff) << byte * 8;
      const int a = w.x >> byte * 8 & 0xff, b = w.y >> byte * 8 & 0xff;
      unsigned_dot += a * b;
      signed_dot += (a < 128 ? a : a - 256) * (b < 128 ? b : b - 256);
    }
    const auto left = [&](unsigned s) {
      return s == 0 ? w.y : s == 32 ? w.x : w.y << s | w.x >> (32 - s);
    };
    const auto right = [&](unsigned s) {
      return s == 0 ? w.x : s == 32 ? w.y : w.x >> s | w.y << (32 - s);
    };
    const unsigned wrapped = w.z % 32, clamped = w.z < 32 ? w.z : 32;
    const auto low24 = [](unsigned v) {
      return static_cast<long long>(v & 0x7fffff) - (v & 0x800000);
    };
    // The high half of a product, by the schoolbook.
    const unsigned long long middle = (p & 0xffffffff) * (q & 0xffffffff) >> 32;
    const unsigned long long cross = (p >> 32) * (q & 0xffffffff) + middle;
    const unsigned long long high = (p >> 32) * (q >> 32) + (cross >> 32) +
                                    (((p & 0xffffffff) * (q >> 32) + (cross & 0xffffffff)) >> 32);
    const unsigned long long signed_high = high - (p >> 63 ? q : 0) - (q >> 63 ? p : 0);
    const auto half = [](long long sum) {
      return static_cast<unsigned>((sum - ((sum % 2 + 2) % 2)) / 2);
    };
    const unsigned long long sum = static_cast<unsigned long long>(w.x) + w.y;
    const Integers expected = {
        {leading | first << 8 | count << 16, reversed, permuted,
         static_cast<unsigned long long>(left(wrapped)) << 32 | right(wrapped),
         static_cast<unsigned long long>(left(clamped)) << 32 | right(clamped),
         static_cast<unsigned>(low24(w.x) * low24(w.y)), (w.x % (1u << 24)) * (w.y % (1u << 24)),
         signed_high, high, static_cast<unsigned>(std::abs(x - y)) + w.z,
         (w.x > w.y ? w.x - w.y : w.y - w.x) + w.z, half(x + y), half(x + y + 1),
         sum / 2 << 32 | (sum + 1) / 2, signed_dot, unsigned_dot}};
    for (int j = 0; j < 16; ++j) {
      EXPECT_EQ(out[i].v[j], expected.v[j])
          << j << std::hex << " " << w.x << " " << w.y << " " << w.z;
    }
  }
}

template <class T>
struct Operands {
  T a, b, c;
};
template <class T>
std::vector<Operands<T>> operands() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {T(0),
                           T(1),
                           T(3),
                           Limits::max(),
                           Limits::min(),
                           Limits::denorm_min(),
                           Limits::epsilon(),
                           Limits::infinity(),
                           T(0.1)};
  for (int i = 0; i < 9; ++i) values.push_back(-values[i]);
  std::vector<Operands<T>> result;
  for (T a : values)
    for (T b : values) result.push_back({a, b, values[result.size() * 7 % values.size()]});
  std::mt19937 random(2);
  std::uniform_real_distribution<double> fraction(-1, 1);
  for (int i = 0; i < 1000; ++i) {
    T v[3];
    for (T& x : v)
      x = static_cast<T>(std::ldexp(fraction(random), static_cast<int>(random() % 60) - 30));
    result.push_back({v[0], v[1], v[2]});
  }
  return result;
}

template <class T>
struct Rounded {
  T v[20];  // five operations, four modes: rn, rz, ru, rd
};
struct ComputeFloats {
  __device__ Rounded<float> operator()(const Operands<float>& o) const {
    const float a = o.a, b = o.b, c = o.c;
    return {{__fadd_rn(a, b),    __fadd_rz(a, b),    __fadd_ru(a, b),    __fadd_rd(a, b),
             __fmul_rn(a, b),    __fmul_rz(a, b),    __fmul_ru(a, b),    __fmul_rd(a, b),
             __fmaf_rn(a, b, c), __fmaf_rz(a, b, c), __fmaf_ru(a, b, c), __fmaf_rd(a, b, c),
             __fdiv_rn(a, b),    __fdiv_rz(a, b),    __fdiv_ru(a, b),    __fdiv_rd(a, b),
             __fsqrt_rn(a),      __fsqrt_rz(a),      __fsqrt_ru(a),      __fsqrt_rd(a)}};
  }
};
struct ComputeDoubles {
  __device__ Rounded<double> operator()(const Operands<double>& o) const {
    const double a = o.a, b = o.b, c = o.c;
    return {{__dadd_rn(a, b),   __dadd_rz(a, b),   __dadd_ru(a, b),   __dadd_rd(a, b),
             __dmul_rn(a, b),   __dmul_rz(a, b),   __dmul_ru(a, b),   __dmul_rd(a, b),
             __fma_rn(a, b, c), __fma_rz(a, b, c), __fma_ru(a, b, c), __fma_rd(a, b, c),
             __ddiv_rn(a, b),   __ddiv_rz(a, b),   __ddiv_ru(a, b),   __ddiv_rd(a, b),
             __dsqrt_rn(a),     __dsqrt_rz(a),     __dsqrt_ru(a),     __dsqrt_rd(a)}};
  }
};

constexpr int kModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};

// The host's own rounding modes; volatile keeps the operations between the changes of mode.
template <class T, class F>
void expect_rounded(F f) {
  const std::vector<Operands<T>> in = operands<T>();
  const std::vector<Rounded<T>> out = map<Rounded<T>>(in, f);
  for (std::size_t i = 0; i < in.size(); ++i) {
    volatile T a = in[i].a, b = in[i].b, c = in[i].c;
    volatile T expected[20];
    for (int mode = 0; mode < 4; ++mode) {
      std::fesetround(kModes[mode]);
      expected[mode] = a + b;
      expected[4 + mode] = a * b;
      expected[8 + mode] = std::fma(T(a), T(b), T(c));
      expected[12 + mode] = a / b;
      expected[16 + mode] = std::sqrt(T(a));
    }
    std::fesetround(FE_TONEAREST);
    for (int j = 0; j < 20; ++j) {
      const T e = expected[j], g = out[i].v[j];
      EXPECT_TRUE(std::isnan(e) ? std::isnan(g) : e == g && std::signbit(e) == std::signbit(g))
          << j << ": " << g << " for " << e << " of " << a << " " << b << " " << c;
    }
  }
}
TEST(Math, FloatsRoundedInEveryMode) { expect_rounded<float>(ComputeFloats{}); }
TEST(Math, DoublesRoundedInEveryMode) { expect_rounded<double>(ComputeDoubles{}); }

struct Converted {
  long long v[16];
};
struct ConvertFloats {
  __device__ Converted operator()(float x) const {
    const double d = x;
    return {{__float2int_rn(x), __float2int_rz(x), __float2int_ru(x), __float2int_rd(x),
             __float2uint_rn(x), __float2uint_rz(x), __float2uint_ru(x), __float2uint_rd(x),
             __double2int_rn(d), __double2int_rz(d), __double2int_ru(d), __double2int_rd(d),
             __float2ll_rn(x), __float2ll_rz(x), __double2ll_ru(d), __double2ll_rd(d)}};
  }
};
TEST(Math, ConversionsToIntegersSaturate) {
  const std::vector<float> in = {
      0,      0.5f,  1.5f,   2.5f, -0.5f, -1.5f, -2.5f,         3.25f,          -3.25f,       1e10f,
      -1e10f, 1e30f, -1e30f, kInf, -kInf, kNan,  2147483648.0f, -2147483648.0f, 4294967040.0f};
  const std::vector<Converted> out = map<Converted>(in, ConvertFloats{});
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double x = in[i];
    const double rounded[] = {std::nearbyint(x), std::trunc(x), std::ceil(x), std::floor(x)};
    for (int j = 0; j < 16; ++j) {
      const double low = j / 4 == 1 ? 0 : j / 4 == 3 ? -0x1p63 : -0x1p31;
      const double end = j / 4 == 1 ? 0x1p32 : j / 4 == 3 ? 0x1p63 : 0x1p31;
      const double r = rounded[j % 4];
      long long expected;
      if (std::isnan(x)) {
        expected = j / 4 == 2 ? INT32_MIN : j / 4 == 3 ? INT64_MIN : 0;
      } else if (r >= end) {
        expected = j / 4 == 3 ? INT64_MAX : static_cast<long long>(end) - 1;
      } else {
        expected = static_cast<long long>(r < low ? low : r);
      }
      EXPECT_EQ(out[i].v[j], expected) << j << " of " << x;
    }
  }
}

struct Special {
  float v[12];
};
struct ComputeSpecial {
  __device__ Special operator()(float x) const {
    Special s = {{sinpif(x), cospif(x), exp10f(x), rcbrtf(x), rhypotf(x, 3), norm3df(x, 2, 3),
                  normcdff(x), __saturatef(x), 0, 0, 0, 0}};
    sincosf(x, &s.v[8], &s.v[9]);
    s.v[10] = __expf(x);
    s.v[11] = __fdividef(x, 3);
    return s;
  }
};
TEST(Math, FunctionsOfCudaAlone) {
  const std::vector<float> in = {0.25f, 0.5f, 1.0f, -1.5f, 2.125f, -3.0f, 7.3f, 0.01f, -0.7f};
  const std::vector<Special> out = map<Special>(in, ComputeSpecial{});
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double x = in[i], pi = std::acos(-1.0);
    const double expected[] = {std::sin(pi * x),
                               std::cos(pi * x),
                               std::pow(10.0, x),
                               1 / std::cbrt(x),
                               1 / std::hypot(x, 3.0),
                               std::sqrt(x * x + 13),
                               1 - std::erfc(x / std::sqrt(2.0)) / 2,
                               x < 0   ? 0
                               : x > 1 ? 1
                                       : x,
                               std::sin(x),
                               std::cos(x),
                               std::exp(x),
                               x / 3};
    for (int j = 0; j < 12; ++j) {
      // The widest error that the documentation allows here: 2 + 1.173 x 7.3 = 10 ulp, of __expf.
      EXPECT_NEAR(out[i].v[j], expected[j], std::abs(expected[j]) * 12 * 0x1p-23 + 1e-15)
          << j << " of " << x;
    }
  }
  EXPECT_EQ(out[2].v[0], 0);
  EXPECT_EQ(out[1].v[1], 0);
}

struct Classify {
  template <class T>
  __device__ int operator()(T x) const {
    return isnan(x) + 2 * isinf(x) + 4 * isfinite(x) + 8 * signbit(x);
  }
};
TEST(Math, ClassesOfFloatsWithoutStd) {
  const std::vector<int> expected = {1, 2, 10, 4, 12, 4};
  EXPECT_EQ(map<int>(std::vector<float>{kNan, kInf, -kInf, 0, -0.0f, 2.5f}, Classify()), expected);
  EXPECT_EQ(map<int>(std::vector<double>{kNan, kInf, -kInf, 0, -0.0, 2.5}, Classify()), expected);
}

template <class T>
__global__ void cached(T* out, const T* in) {
  const int i = threadIdx.x;
  __stcg(out + i, __ldg(in + i));
  __stcs(out + 32 + i, __ldcg(in + i));
  __stwb(out + 64 + i, __ldcs(in + i));
  __stwt(out + 96 + i, __ldcv(in + i));
}
template <class T>
void expect_cached() {
  std::vector<T> in(32);
  for (int i = 0; i < 32; ++i) std::memset(&in[i], i + 1, sizeof(T));
  const DeviceBuffer<T> input(in);
  const T* data = input.data();
  const std::vector<T> out = run_kernel<T>(128, [=](T* d) { cached<T><<<1, 32>>>(d, data); });
  for (int i = 0; i < 128; ++i) EXPECT_EQ(std::memcmp(&out[i], &in[i % 32], sizeof(T)), 0) << i;
}
TEST(Math, CachedLoadsAndStores) {
  expect_cached<signed char>();
  expect_cached<unsigned short>();
  expect_cached<int>();
  expect_cached<long>();
  expect_cached<double>();
  expect_cached<uchar4>();
  expect_cached<float2>();
  expect_cached<float4>();
  expect_cached<ulonglong2>();
}

}  // namespace
