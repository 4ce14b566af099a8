// Half precision and brain floats: conversions, pairs, and what the host computes.
// supports: <cuda_fp16.h>: conversions in all rounding modes, arithmetic, comparisons, math, pairs, atomics,
//     shuffles
// supports: <cuda_bf16.h>: the same
#include "half_test.cuh"

namespace {

TYPED_TEST_SUITE(SmallFloat, SmallFormats);

static_assert(sizeof(__half) == 2 && alignof(__half) == 2);
static_assert(sizeof(__half2) == 4 && alignof(__half2) == 4);
static_assert(sizeof(__nv_bfloat16) == 2 && alignof(__nv_bfloat16) == 2);
static_assert(sizeof(__nv_bfloat162) == 4 && alignof(__nv_bfloat162) == 4);

// Conversions

template <class Format>
struct Widen {
  __device__ float operator()(std::uint16_t v) const { return Format::widen(Format::from_bits(v)); }
};
template <class Format, class From>
struct Narrow {
  __device__ ushort4 operator()(From v) const {
    return ushort4{Format::bits(Format::from(v, kNearest)), Format::bits(Format::from(v, kZero)),
                   Format::bits(Format::from(v, kUp)), Format::bits(Format::from(v, kDown))};
  }
};
template <class Format>
struct RoundTrip {
  __device__ std::uint16_t operator()(std::uint16_t v) const {
    const typename Format::T small = static_cast<float>(Format::from_bits(v));
    return Format::bits(small);
  }
};

TYPED_TEST(SmallFloat, EveryValueSurvivesTheWayThroughFloat) {
  const std::vector<std::uint16_t> in = all_bits();
  const std::vector<float> wide = map<float>(in, Widen<TypeParam>{});
  const std::vector<std::uint16_t> back = map<std::uint16_t>(in, RoundTrip<TypeParam>{});
  for (int i = 0; i < 65536; ++i) {
    const double expected = decode<TypeParam>(in[i]);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(wide[i])) << i;
    } else {
      ASSERT_EQ(wide[i], expected) << i;
      ASSERT_EQ(std::signbit(wide[i]), std::signbit(expected)) << i;
    }
    ASSERT_TRUE(same<TypeParam>(back[i], in[i])) << i << " " << back[i];
  }
}

/// Around every number of the format: itself, the middle to the next one, and what is next to both.
template <class Format>
std::vector<float> floats() {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  std::vector<float> result = {kInf, -kInf, std::numeric_limits<float>::quiet_NaN()};
  for (int i = 0; i < 65535; ++i) {
    const double low = decode<Format>(static_cast<std::uint16_t>(i));
    const double high = decode<Format>(static_cast<std::uint16_t>(i + 1));
    if (!std::isfinite(low) || (i & 0x7fff) == 0x7fff) continue;
    const double next = std::isfinite(high) ? high : 2 * low;
    for (double v : {low, (low + next) / 2}) {
      const float f = static_cast<float>(v);
      result.insert(result.end(), {f, std::nextafter(f, kInf), std::nextafter(f, -kInf)});
    }
  }
  std::mt19937 random(1);
  for (int i = 0; i < 200000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random());
    float f;
    std::memcpy(&f, &bits, sizeof f);
    result.push_back(f);
  }
  return result;
}

template <class Format>
void expect_rounded(const ushort4& got, double value, double of, bool nearest_alone = false) {
  const std::uint16_t bits[] = {got.x, got.y, got.z, got.w};
  for (Mode mode : {kNearest, kZero, kUp, kDown}) {
    const std::uint16_t expected = encode<Format>(value, nearest_alone ? kNearest : mode);
    ASSERT_TRUE(same<Format>(bits[mode], expected))
        << bits[mode] << " for " << expected << ": " << of << " in mode " << mode;
  }
}

TYPED_TEST(SmallFloat, FromFloatInEveryMode) {
  const std::vector<float> in = floats<TypeParam>();
  const std::vector<ushort4> out = map<ushort4>(in, Narrow<TypeParam, float>{});
  for (std::size_t i = 0; i < in.size(); ++i) expect_rounded<TypeParam>(out[i], in[i], in[i]);
}

TYPED_TEST(SmallFloat, FromDoubleWithoutAStepThroughFloat) {
  std::vector<double> in;
  for (float f : floats<TypeParam>()) {
    in.push_back(f);
    in.push_back(f * (1 + 0x1p-40));  // a tie in float alone
    in.push_back(f * (1 - 0x1p-40));
  }
  in.insert(in.end(), {1e300, -1e300, 1e-300, -1e-300, 5e-324});
  const std::vector<ushort4> out = map<ushort4>(in, Narrow<TypeParam, double>{});
  for (std::size_t i = 0; i < in.size(); ++i) {
    expect_rounded<TypeParam>(out[i], in[i], in[i], true);
  }
}

/// A double that rounds as the integer does: bits beyond the 53rd become one that says "inexact".
template <class Int>
double as_double(Int v) {
  if constexpr (sizeof(Int) < 8) {
    return v;
  } else {
    if (std::fabs(static_cast<double>(v)) < 0x1p50) return static_cast<double>(v);
    return (static_cast<double>(v >> 20) * 2 + (v % (1 << 20) != 0)) * 0x1p19;
  }
}
template <class Format, class Int>
void expect_from_integer() {
  std::vector<Int> in;
  std::mt19937_64 random(2);
  for (unsigned shift = 0; shift < sizeof(Int) * 8; ++shift) {
    for (int i = -20; i <= 20; ++i) {
      const auto power = static_cast<Int>(1ull << shift);
      in.push_back(static_cast<Int>(power + i));
      in.push_back(static_cast<Int>(power + (power >> 8) + i));   // ties of brain floats
      in.push_back(static_cast<Int>(power + (power >> 11) + i));  // of half precision
      in.push_back(static_cast<Int>(~power + i));
      in.push_back(static_cast<Int>(random() >> (63 - shift)));
    }
  }
  const std::vector<ushort4> out = map<ushort4>(in, Narrow<Format, Int>{});
  for (std::size_t i = 0; i < in.size(); ++i) {
    expect_rounded<Format>(out[i], as_double(in[i]), static_cast<double>(in[i]));
  }
}
TYPED_TEST(SmallFloat, FromIntegersInEveryMode) {
  expect_from_integer<TypeParam, short>();
  expect_from_integer<TypeParam, unsigned short>();
  expect_from_integer<TypeParam, int>();
  expect_from_integer<TypeParam, unsigned>();
  expect_from_integer<TypeParam, long long>();
  expect_from_integer<TypeParam, unsigned long long>();
}

template <class Int>
struct FourModes {
  Int v[4];
};
template <class Format, class Int>
struct ToInteger {
  __device__ FourModes<Int> operator()(std::uint16_t v) const {
    FourModes<Int> result;
    for (int mode = 0; mode < 4; ++mode) {
      Format::to(Format::from_bits(v), static_cast<Mode>(mode), &result.v[mode]);
    }
    return result;
  }
};
template <class Format, class Int>
void expect_to_integer(bool zero_alone = false) {
  using Limits = std::numeric_limits<Int>;
  const std::vector<std::uint16_t> in = all_bits();
  const std::vector<FourModes<Int>> out = map<FourModes<Int>>(in, ToInteger<Format, Int>{});
  for (int i = 0; i < 65536; ++i) {
    const double value = decode<Format>(in[i]);
    for (Mode mode : {kNearest, kZero, kUp, kDown}) {
      const double rounded = round_integer(value, zero_alone ? kZero : mode);
      const Int expected =
          std::isnan(value) ? (sizeof(Int) == 8 ? static_cast<Int>(1ull << 63) : Int(0))
          : rounded >= std::ldexp(1.0, Limits::digits)   ? Limits::max()
          : rounded < static_cast<double>(Limits::min()) ? Limits::min()
                                                         : static_cast<Int>(rounded);
      ASSERT_EQ(out[i].v[mode], expected) << value << " in mode " << mode;
    }
  }
}
TYPED_TEST(SmallFloat, ToIntegersInEveryMode) {
  expect_to_integer<TypeParam, signed char>(true);
  expect_to_integer<TypeParam, unsigned char>(true);
  expect_to_integer<TypeParam, short>();
  expect_to_integer<TypeParam, unsigned short>();
  expect_to_integer<TypeParam, int>();
  expect_to_integer<TypeParam, unsigned>();
  expect_to_integer<TypeParam, long long>();
  expect_to_integer<TypeParam, unsigned long long>();
}

// Pairs and implicit conversions

struct Floats {
  float v[32];
};
template <class Format>
struct TakeApart {
  __device__ Floats operator()(float x) const {
    using T = typename Format::T;
    using T2 = typename Format::T2;
    const T one = x, two = 2 * x;
    T2 p = Format::pair(one, two);
    const T2 q(T(x + 2), T(x + 3));
    p.x += T(0.5f);
    const auto flat = [](T2 v) { return __low2float(v) * 16 + __high2float(v); };
    T up = one, down = one;
    const T before = up++, after = --down;
    T2 pair_up = q;
    ++pair_up;
    const T2 pair_before = pair_up--;
    const T2 divided = p / q, product = (p * q + -q) - q;
    const bool truth = one && !T(0);
    const __half as_half(one);
    const __nv_bfloat16 as_brain(one);
    T assigned;
    assigned = 3;
    return {{flat(p),
             flat(Format::low2(p)),
             flat(Format::high2(p)),
             flat(Format::lows(p, q)),
             flat(Format::highs(p, q)),
             flat(__lowhigh2highlow(p)),
             flat(Format::broadcast(one)),
             flat(Format::from_float2(float2{x, x + 1})),
             flat(Format::from_floats(x, x + 1)),
             flat(Format::from_one(x)),
             Format::to_float2(p).x,
             Format::to_float2(p).y,
             static_cast<float>(static_cast<int>(one)),
             static_cast<float>(static_cast<unsigned char>(T(300.0f))),
             static_cast<float>(static_cast<double>(two)),
             static_cast<float>(T(7L)) + static_cast<float>(T(static_cast<short>(-2))),
             up,
             down,
             before,
             after,
             flat(pair_up),
             flat(pair_before),
             __low2float(divided) * __low2float(q) / __low2float(p),
             flat(product),
             truth ? 1.0f : 0.0f,
             as_half,
             as_brain,
             assigned,
             flat(__hcmadd(p, q, q)),
             0,
             0,
             0}};
  }
};
TYPED_TEST(SmallFloat, PairsAndImplicitConversions) {
  const std::vector<float> in = {1, 2};
  const std::vector<Floats> out = map<Floats>(in, TakeApart<TypeParam>{});
  for (int i = 0; i < 2; ++i) {
    const float x = in[i], px = x + 0.5f, py = 2 * x, qx = x + 2, qy = x + 3;
    const auto flat = [](float a, float b) { return a * 16 + b; };
    const std::vector<float> expected = {flat(px, py),
                                         flat(px, px),
                                         flat(py, py),
                                         flat(px, qx),
                                         flat(py, qy),
                                         flat(py, px),
                                         flat(x, x),
                                         flat(x, x + 1),
                                         flat(x, x + 1),
                                         flat(x, x),
                                         px,
                                         py,
                                         x,
                                         255,
                                         2 * x,
                                         5,
                                         x + 1,
                                         x - 1,
                                         x,
                                         x - 1,
                                         flat(qx, qy),
                                         flat(qx + 1, qy + 1),
                                         1,
                                         flat(px * qx - 2 * qx, py * qy - 2 * qy),
                                         1,
                                         x,
                                         x,
                                         3,
                                         flat(px * qx - py * qy + qx, px * qy + py * qx + qy)};
    for (std::size_t j = 0; j < expected.size(); ++j) {
      EXPECT_NEAR(out[i].v[j], expected[j], j == 22 ? 0.01 : 0) << j << " of " << x;
    }
  }
}

// The host has the conversions and the arithmetic, too.
TEST(HalfOnTheHost, ConvertsAndComputes) {
  const __half third = 1.0f / 3;
  EXPECT_EQ(static_cast<float>(third), 1365.0f / 4096);
  EXPECT_EQ(__half2float(third + __float2half(1.0f)), 1365.0f / 1024);
  EXPECT_EQ(static_cast<float>(__nv_bfloat16(1.0f / 3)), 171.0f / 512);
  EXPECT_TRUE(__half(2) > third && third != __half(0));
  EXPECT_EQ(__high2float(__floats2half2_rn(1, 2)), 2);
  EXPECT_EQ(__half_raw(__half(-1)).x, 0xbc00);
}

}  // namespace
