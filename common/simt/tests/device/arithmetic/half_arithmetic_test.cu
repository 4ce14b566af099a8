// Half precision and brain floats: arithmetic and comparisons against exact results, rounded once.
#include "half_test.cuh"

namespace {

TYPED_TEST_SUITE(SmallFloat, SmallFormats);

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
