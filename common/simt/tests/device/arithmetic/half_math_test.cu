// Half precision and brain floats: math functions of every number there is.
#include "half_test.cuh"

namespace {

TYPED_TEST_SUITE(SmallFloat, SmallFormats);

constexpr int kFunctions = 17;
struct Values {
  std::uint16_t one[kFunctions], low[kFunctions], high[kFunctions];
};
template <class Format>
struct ComputeFunctions {
  __device__ Values operator()(std::uint16_t v) const {
    using T = typename Format::T;
    using T2 = typename Format::T2;
    const T a = Format::from_bits(v);
    const T ones[] = {hfloor(a), hceil(a), htrunc(a), hrint(a),  hsqrt(a),       hrsqrt(a),
                      hrcp(a),   hexp(a),  hexp2(a),  hexp10(a), hlog(a),        hlog2(a),
                      hlog10(a), hsin(a),  hcos(a),   htanh(a),  htanh_approx(a)};
    const T2 p = Format::pair(a, Format::from_bits(static_cast<std::uint16_t>(v ^ 0x8001)));
    const T2 pairs[] = {h2floor(p), h2ceil(p), h2trunc(p), h2rint(p),  h2sqrt(p),       h2rsqrt(p),
                        h2rcp(p),   h2exp(p),  h2exp2(p),  h2exp10(p), h2log(p),        h2log2(p),
                        h2log10(p), h2sin(p),  h2cos(p),   h2tanh(p),  h2tanh_approx(p)};
    Values result;
    for (int i = 0; i < kFunctions; ++i) {
      result.one[i] = Format::bits(ones[i]);
      result.low[i] = Format::bits(Format::low(pairs[i]));
      result.high[i] = Format::bits(Format::high(pairs[i]));
    }
    return result;
  }
};
double function(int i, double x) {
  switch (i) {
    case 0:
      return std::floor(x);
    case 1:
      return std::ceil(x);
    case 2:
      return std::trunc(x);
    case 3:
      return std::nearbyint(x);
    case 4:
      return std::sqrt(x);
    case 5:
      return 1 / std::sqrt(x);
    case 6:
      return 1 / x;
    case 7:
      return std::exp(x);
    case 8:
      return std::exp2(x);
    case 9:
      return std::pow(10.0, x);
    case 10:
      return std::log(x);
    case 11:
      return std::log2(x);
    case 12:
      return std::log10(x);
    case 13:
      return std::sin(x);
    case 14:
      return std::cos(x);
    default:
      return std::tanh(x);
  }
}
template <class Format>
void expect_function(int i, std::uint16_t of, std::uint16_t got) {
  const double x = decode<Format>(of), value = function(i, x);
  const std::uint16_t expected = encode<Format>(value);
  if (i == kFunctions - 1 && !std::isnan(x)) {
    // The hardware's approximation of tanh is documented by its absolute error.
    ASSERT_NEAR(decode<Format>(got), value, Format::kFraction == 10 ? 0x1p-10 : 0x1p-7) << x;
    return;
  }
  const int allowed = i < 4 ? 0 : 2;
  ASSERT_LE(distance<Format>(got, expected), allowed)
      << "function " << i << " of " << x << ": " << decode<Format>(got) << " for " << value;
}
TYPED_TEST(SmallFloat, MathFunctions) {
  const std::vector<std::uint16_t> in = all_bits();
  const std::vector<Values> out = map<Values>(in, ComputeFunctions<TypeParam>{});
  for (int v = 0; v < 65536; ++v) {
    for (int i = 0; i < kFunctions; ++i) {
      expect_function<TypeParam>(i, in[v], out[v].one[i]);
      expect_function<TypeParam>(i, in[v], out[v].low[i]);
      expect_function<TypeParam>(i, in[v] ^ 0x8001, out[v].high[i]);
    }
  }
}

}  // namespace
