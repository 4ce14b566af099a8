// Half precision and brain floats: conversions, arithmetic and comparisons against the definitions,
// rounded once on the host.
#include "half_test.cuh"

namespace {

TYPED_TEST_SUITE(SmallFloat, SmallFormats);

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

// Arithmetic

constexpr int kOperations = 19;
struct Results {
  std::uint16_t v[kOperations];
};
template <class Format>
struct Compute {
  __device__ Results operator()(const SmallOperands& o) const {
    using T = typename Format::T;
    const T a = Format::from_bits(o.v[0]), b = Format::from_bits(o.v[1]);
    const T c = Format::from_bits(o.v[2]);
    const T results[] = {
        __hadd(a, b),     __hsub(a, b),     __hmul(a, b),        __hdiv(a, b),
        __hfma(a, b, c),  __hneg(a),        __habs(a),           __hadd_sat(a, b),
        __hsub_sat(a, b), __hmul_sat(a, b), __hfma_sat(a, b, c), __hfma_relu(a, b, c),
        __hmin(a, b),     __hmax(a, b),     __hmin_nan(a, b),    __hmax_nan(a, b),
        __hadd_rn(a, b),  __hsub_rn(a, b),  __hmul_rn(a, b)};
    Results bits;
    for (int i = 0; i < kOperations; ++i) bits.v[i] = Format::bits(results[i]);
    return bits;
  }
};
/// The same on pairs: in the low elements, or with the operands in the high ones.
template <class Format>
struct ComputePairs {
  bool high;
  __device__ Results operator()(const SmallOperands& o) const {
    using T = typename Format::T;
    using T2 = typename Format::T2;
    const T other = Format::from_bits(o.v[3]);
    const auto pair = [&](int i) {
      const T v = Format::from_bits(o.v[i]);
      return high ? Format::pair(other, v) : Format::pair(v, other);
    };
    const T2 a = pair(0), b = pair(1), c = pair(2);
    const T2 results[] = {
        __hadd2(a, b),     __hsub2(a, b),     __hmul2(a, b),        __h2div(a, b),
        __hfma2(a, b, c),  __hneg2(a),        __habs2(a),           __hadd2_sat(a, b),
        __hsub2_sat(a, b), __hmul2_sat(a, b), __hfma2_sat(a, b, c), __hfma2_relu(a, b, c),
        __hmin2(a, b),     __hmax2(a, b),     __hmin2_nan(a, b),    __hmax2_nan(a, b),
        __hadd2_rn(a, b),  __hsub2_rn(a, b),  __hmul2_rn(a, b)};
    Results bits;
    for (int i = 0; i < kOperations; ++i) {
      bits.v[i] = Format::bits(high ? Format::high(results[i]) : Format::low(results[i]));
    }
    return bits;
  }
};
/// The same by operators, where there are some.
template <class Format>
struct ComputeByOperators {
  __device__ Results operator()(const SmallOperands& o) const {
    using T = typename Format::T;
    const T a = Format::from_bits(o.v[0]), b = Format::from_bits(o.v[1]);
    Results bits = Compute<Format>{}(o);
    T sum = a, difference = a, product = a;
    sum += b, difference -= b, product *= b;
    const T results[] = {a + b, a - b, a * b, a / b, sum, difference, product, -a};
    constexpr int kOperationOf[] = {0, 1, 2, 3, 16, 17, 18, 5};
    for (int i = 0; i < 8; ++i) bits.v[kOperationOf[i]] = Format::bits(results[i]);
    return bits;
  }
};

double saturated(double v) { return v > 0 ? std::min(v, 1.0) : 0; }
double extreme(double a, double b, bool max) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) == max ? b : a;
  return (a < b) == max ? b : a;
}

template <class Format, class F>
void expect_arithmetic(F f) {
  const std::vector<SmallOperands> in = small_operands<Format>();
  const std::vector<Results> out = map<Results>(in, f);
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double a = decode<Format>(in[i].v[0]), b = decode<Format>(in[i].v[1]);
    const double c = decode<Format>(in[i].v[2]);
    const double sum = add_exactly(a, b), difference = add_exactly(a, -b);
    const double fused = add_exactly(a * b, c);
    const double both = a + b;  // NaN if one is
    const double expected[kOperations] = {
        sum,
        difference,
        a * b,
        a / b,
        fused,
        -a,
        std::fabs(a),
        saturated(sum),
        saturated(difference),
        saturated(a * b),
        saturated(fused),
        fused <= 0 ? 0.0 : fused,
        extreme(a, b, false),
        extreme(a, b, true),
        std::isnan(a) || std::isnan(b) ? both : extreme(a, b, false),
        std::isnan(a) || std::isnan(b) ? both : extreme(a, b, true),
        sum,
        difference,
        a * b};
    for (int j = 0; j < kOperations; ++j) {
      ASSERT_TRUE(same<Format>(out[i].v[j], encode<Format>(expected[j])))
          << "operation " << j << " of " << a << " " << b << " " << c << ": "
          << decode<Format>(out[i].v[j]) << " for " << expected[j];
    }
  }
}
TYPED_TEST(SmallFloat, ArithmeticRoundsOnce) { expect_arithmetic<TypeParam>(Compute<TypeParam>{}); }
TYPED_TEST(SmallFloat, ArithmeticOnPairs) {
  expect_arithmetic<TypeParam>(ComputePairs<TypeParam>{false});
  expect_arithmetic<TypeParam>(ComputePairs<TypeParam>{true});
}
TYPED_TEST(SmallFloat, ArithmeticByOperators) {
  expect_arithmetic<TypeParam>(ComputeByOperators<TypeParam>{});
}

// Comparisons: a bit each for eq ne lt le gt ge, then their unordered forms.

#define RELATIONS(f, a, b)                                                                        \
  (f(eq, a, b) << 0 | f(ne, a, b) << 1 | f(lt, a, b) << 2 | f(le, a, b) << 3 | f(gt, a, b) << 4 | \
   f(ge, a, b) << 5 | f(equ, a, b) << 6 | f(neu, a, b) << 7 | f(ltu, a, b) << 8 |                 \
   f(leu, a, b) << 9 | f(gtu, a, b) << 10 | f(geu, a, b) << 11)
#define OF_ONE(name, a, b) int(__h##name(a, b))
#define OF_BOTH(name, a, b) int(__hb##name##2(a, b))
#define OF_LOW(name, a, b) int((__h##name##2_mask(a, b) & 0xffff) == 0xffff)
#define OF_HIGH(name, a, b) int(__h##name##2_mask(a, b) >> 16 == 0xffff)
#define OF_LOW_ONE(name, a, b) int(Format::widen(Format::low(__h##name##2(a, b))) == 1)
#define OF_HIGH_ZERO(name, a, b) int(Format::widen(Format::high(__h##name##2(a, b))) != 0)

struct Relations {
  int one, both, low, high, low_one, high_one, by_operators, classes;
};
template <class Format>
struct CompareAll {
  __device__ Relations operator()(const SmallOperands& o) const {
    using T = typename Format::T;
    using T2 = typename Format::T2;
    const T a = Format::from_bits(o.v[0]), b = Format::from_bits(o.v[1]);
    const T c = Format::from_bits(o.v[2]);
    const T2 x = Format::pair(a, b), y = Format::pair(b, c);
    const int operators = (a == b) | (a != b) << 7 | (a < b) << 2 | (a <= b) << 3 | (a > b) << 4 |
                          (a >= b) << 5 | (x == y) << 16 | (x != y) << 23 | (x < y) << 18 |
                          (x <= y) << 19 | (x > y) << 20 | (x >= y) << 21;
    const float2 nan = Format::to_float2(__hisnan2(x));
    return {RELATIONS(OF_ONE, a, b),
            RELATIONS(OF_BOTH, x, y),
            RELATIONS(OF_LOW, x, y),
            RELATIONS(OF_HIGH, x, y),
            RELATIONS(OF_LOW_ONE, x, y),
            RELATIONS(OF_HIGH_ZERO, x, y),
            operators,
            (__hisinf(a) + 1) | __hisnan(a) << 2 | (nan.x == 1) << 3 | (nan.y == 1) << 4};
  }
};
int relations(double a, double b) {
  return (a == b) | (a < b || a > b) << 1 | (a < b) << 2 | (a <= b) << 3 | (a > b) << 4 |
         (a >= b) << 5 | !(a < b || a > b) << 6 | (a != b) << 7 | !(a >= b) << 8 | !(a > b) << 9 |
         !(a <= b) << 10 | !(a < b) << 11;
}
TYPED_TEST(SmallFloat, ComparisonsKnowNan) {
  const std::vector<SmallOperands> in = small_operands<TypeParam>();
  const std::vector<Relations> out = map<Relations>(in, CompareAll<TypeParam>{});
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double a = decode<TypeParam>(in[i].v[0]), b = decode<TypeParam>(in[i].v[1]);
    const double c = decode<TypeParam>(in[i].v[2]);
    const int low = relations(a, b), high = relations(b, c), kOperators = 0xbd;
    ASSERT_EQ(out[i].one, low) << a << " " << b;
    ASSERT_EQ(out[i].both, low & high) << a << " " << b << " " << c;
    ASSERT_EQ(out[i].low, low) << a << " " << b;
    ASSERT_EQ(out[i].high, high) << b << " " << c;
    ASSERT_EQ(out[i].low_one, low) << a << " " << b;
    ASSERT_EQ(out[i].high_one, high) << b << " " << c;
    ASSERT_EQ(out[i].by_operators, (low & kOperators) | (low & high & kOperators) << 16)
        << a << " " << b << " " << c;
    ASSERT_EQ(out[i].classes, ((std::isinf(a) ? (a > 0 ? 2 : 0) : 1) | std::isnan(a) << 2 |
                               std::isnan(a) << 3 | std::isnan(b) << 4))
        << a;
  }
}

}  // namespace
