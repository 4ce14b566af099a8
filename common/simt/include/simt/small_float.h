/// @file
/// Arithmetic of the floating-point formats of 16 bits: `__half` and `__nv_bfloat16`.
///
/// A format is known by the bits of its fraction; one sign bit and the exponent fill the rest. The
/// host computes in double, whose 53 bits are more than twice those of either format: rounding its
/// sum, product, quotient or root once more is then the same as rounding the exact one. A fused
/// multiply-add has no such room and is rounded to odd first.
///
/// Everything is out of line and uncounted: on a GPU each is an instruction without a memory access.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "simt/float_intrinsics.h"
#include "simt/uncounted.h"

#define SIMT_OUT_OF_LINE [[gnu::noinline]] SIMT_UNCOUNTED

namespace simt {

/// How many bits the fraction of a type has; the types' own headers say so.
template <class T>
inline constexpr int kFractionBits = 0;

template <int fraction>
struct SmallFormat {
  static constexpr int kMaxExponent = (1 << (14 - fraction)) - 1;
  static constexpr int kMinExponent = 1 - kMaxExponent;
  static constexpr unsigned kInfinity = 0x7fffu >> fraction << fraction;
  static constexpr unsigned kOne = static_cast<unsigned>(kMaxExponent) << fraction;
  static constexpr unsigned kNan = 0x7fff;
};

/// The bits of `value`, rounded.
template <int fraction, Rounding mode = Rounding::kNearest>
SIMT_UNCOUNTED_INLINE unsigned short encode(double value) {
  using Format = SmallFormat<fraction>;
  constexpr std::uint64_t kHiddenBit = 1ull << 52;
  const auto bits = __builtin_bit_cast(std::uint64_t, value);
  const std::uint64_t magnitude = bits & ~(1ull << 63);
  const unsigned sign = static_cast<unsigned>(bits >> 63) << 15;
  const bool away = (mode == Rounding::kUp && sign == 0) || (mode == Rounding::kDown && sign != 0);
  if (magnitude > 0x7ffull << 52) return Format::kNan;
  const int exponent = static_cast<int>(magnitude >> 52) - 1023;
  if (exponent > Format::kMaxExponent) {
    const bool infinite = mode == Rounding::kNearest || away || exponent == 1024;
    return static_cast<unsigned short>(sign | (Format::kInfinity - (infinite ? 0 : 1)));
  }
  const int missing = Format::kMinExponent - exponent;  // subnormal if positive
  int shift = 52 - fraction + (missing > 0 ? missing : 0);
  if (shift > 63) shift = 63;
  const std::uint64_t significand = exponent == -1023 ? magnitude  // zero, for both formats
                                                      : magnitude % kHiddenBit + kHiddenBit;
  const std::uint64_t kept = significand >> shift;
  const std::uint64_t rest = significand - (kept << shift);
  const std::uint64_t half = 1ull << (shift - 1);
  const bool up = mode == Rounding::kNearest ? rest > half || (rest == half && kept % 2 != 0)
                                             : away && rest != 0;
  // The hidden bit adds 1 to the exponent, and a carry out of the fraction another: up to infinity.
  const unsigned biased = missing < 0 ? static_cast<unsigned>(-missing) << fraction : 0;
  return static_cast<unsigned short>(sign | (biased + static_cast<unsigned>(kept) + up));
}

template <int fraction>
SIMT_UNCOUNTED_INLINE float decode(unsigned short bits) {
  using Format = SmallFormat<fraction>;
  const unsigned magnitude = bits & 0x7fffu;
  const unsigned sign = static_cast<unsigned>(bits & 0x8000u) << 16;
  const unsigned moved = magnitude << (23 - fraction);
  if (magnitude >= Format::kInfinity) return __builtin_bit_cast(float, sign | 0x7f800000u | moved);
  // The scale makes up for the difference of the exponents' biases, of subnormal numbers as well.
  constexpr float kScale =
      __builtin_bit_cast(float, static_cast<unsigned>(254 - Format::kMaxExponent) << 23);
  return __builtin_bit_cast(
      float, __builtin_bit_cast(unsigned, kScale* __builtin_bit_cast(float, moved)) | sign);
}

template <class T>
SIMT_UNCOUNTED_INLINE float value_of(T x) {
  return decode<kFractionBits<T>>(__builtin_bit_cast(unsigned short, x));
}
template <class T>
SIMT_UNCOUNTED_INLINE T rounded(double value) {
  return __builtin_bit_cast(T, encode<kFractionBits<T>>(value));
}

/// a + b in double; if that is inexact, its neighbour with an odd last bit: rounding that to fewer
/// bits is rounding the exact sum.
template <class T>
SIMT_OUT_OF_LINE auto sum_to_odd(T a, T b) {
  static_assert(std::is_same_v<T, double>);
  const double sum = a + b;
  if (!__builtin_isfinite(sum)) return sum;
  const double b_part = sum - a;
  const double error = (a - (sum - b_part)) + (b - b_part);
  const auto bits = __builtin_bit_cast(std::int64_t, sum);
  if (error == 0 || bits % 2 != 0) return sum;
  return __builtin_bit_cast(double, bits + ((error > 0) == (sum > 0) ? 1 : -1));
}

// Conversions

template <int fraction, Rounding mode = Rounding::kNearest>
SIMT_OUT_OF_LINE unsigned short narrow(double value) {
  return encode<fraction, mode>(value);
}
template <int fraction>
SIMT_OUT_OF_LINE float widen(unsigned short bits) {
  return decode<fraction>(bits);
}
template <int fraction, Rounding mode = Rounding::kNearest, class Int>
SIMT_OUT_OF_LINE unsigned short narrow_integer(Int value) {
  if constexpr (sizeof(Int) < 8) {
    return encode<fraction, mode>(value);
  } else {
    const auto low = static_cast<std::uint32_t>(value);
    return encode<fraction, mode>(sum_to_odd<double>(static_cast<double>(value - low), low));
  }
}
/// As `to_integer`, with the types that only these formats convert to: NaN becomes 0 there.
template <Rounding mode, class Int>
SIMT_OUT_OF_LINE Int widen_to_integer(float value) {
  if constexpr (sizeof(Int) >= 4) {
    return to_integer<mode, Int>(value);
  } else {
    constexpr int kLow = std::numeric_limits<Int>::min(), kHigh = std::numeric_limits<Int>::max();
    const int integer = to_integer<mode, int>(value);
    return static_cast<Int>(integer < kLow ? kLow : integer > kHigh ? kHigh : integer);
  }
}

// Operations, on the values of their operands

#define SIMT_OPERATION(Name, parameters, ...)                          \
  struct Name {                                                        \
    SIMT_UNCOUNTED_INLINE static double of parameters { __VA_ARGS__; } \
  };
SIMT_OPERATION(Add, (double a, double b), return a + b)
SIMT_OPERATION(Subtract, (double a, double b), return a - b)
SIMT_OPERATION(Multiply, (double a, double b), return a * b)
SIMT_OPERATION(Divide, (double a, double b), return a / b)
SIMT_OPERATION(MultiplyAdd, (double a, double b, double c), return sum_to_odd(a * b, c))
SIMT_OPERATION(Negate, (double a), return -a)
SIMT_OPERATION(Absolute, (double a), return __builtin_fabs(a))
// -0 is less than +0 here. These are NaN only if both operands are ...
SIMT_OPERATION(Minimum, (double a, double b),
               return a < b || b != b || (a == b && __builtin_signbit(a)) ? a : b)
SIMT_OPERATION(Maximum, (double a, double b),
               return a > b || b != b || (a == b && !__builtin_signbit(a)) ? a : b)
// ... and these if one is.
SIMT_OPERATION(MinimumNan, (double a, double b),
               return a != a || b != b ? a + b : Minimum::of(a, b))
SIMT_OPERATION(MaximumNan, (double a, double b),
               return a != a || b != b ? a + b : Maximum::of(a, b))
SIMT_OPERATION(SquareRoot, (double a), return ::sqrt(a))
SIMT_OPERATION(ReciprocalRoot, (double a), return 1 / ::sqrt(a))
SIMT_OPERATION(Reciprocal, (double a), return 1 / a)
SIMT_OPERATION(Exp, (double a), return ::exp(a))
SIMT_OPERATION(Exp2, (double a), return ::exp2(a))
SIMT_OPERATION(Exp10, (double a), return ::exp10(a))
SIMT_OPERATION(Log, (double a), return ::log(a))
SIMT_OPERATION(Log2, (double a), return ::log2(a))
SIMT_OPERATION(Log10, (double a), return ::log10(a))
SIMT_OPERATION(Sin, (double a), return ::sin(a))
SIMT_OPERATION(Cos, (double a), return ::cos(a))
SIMT_OPERATION(Tanh, (double a), return ::tanh(a))
SIMT_OPERATION(Floor, (double a), return ::floor(a))
SIMT_OPERATION(Ceil, (double a), return ::ceil(a))
SIMT_OPERATION(Trunc, (double a), return ::trunc(a))
SIMT_OPERATION(Rint, (double a), return ::nearbyint(a))
#undef SIMT_OPERATION

/// The result in [0, 1]; NaN and -0 become +0.
template <class Operation>
struct Saturated {
  template <class... Operands>
  SIMT_UNCOUNTED_INLINE static double of(Operands... operands) {
    const double result = Operation::of(operands...);
    return result > 0 ? (result < 1 ? result : 1) : 0;
  }
};
/// The result, or +0 for a negative one and for -0.
template <class Operation>
struct Rectified {
  template <class... Operands>
  SIMT_UNCOUNTED_INLINE static double of(Operands... operands) {
    const double result = Operation::of(operands...);
    return result <= 0 ? 0 : result;
  }
};

template <class Operation, class T, class... Operands>
SIMT_OUT_OF_LINE T compute(T first, Operands... others) {
  return rounded<T>(Operation::of(value_of(first), value_of(others)...));
}
/// The same on both elements of a pair.
template <class Operation, class Pair, class... Operands>
SIMT_OUT_OF_LINE Pair compute_pair(Pair first, Operands... others) {
  using T = decltype(first.x);
  return Pair(rounded<T>(Operation::of(value_of(first.x), value_of(others.x)...)),
              rounded<T>(Operation::of(value_of(first.y), value_of(others.y)...)));
}

// Comparisons

#define SIMT_RELATION(Name, ...)                                                   \
  struct Name {                                                                    \
    SIMT_UNCOUNTED_INLINE static bool of(float a, float b) { return __VA_ARGS__; } \
  };
SIMT_RELATION(Equal, a == b)
SIMT_RELATION(NotEqual, a<b || a> b)
SIMT_RELATION(Less, a < b)
SIMT_RELATION(LessEqual, a <= b)
SIMT_RELATION(Greater, a > b)
SIMT_RELATION(GreaterEqual, a >= b)
SIMT_RELATION(UnorderedEqual, !(a < b || a > b))
SIMT_RELATION(UnorderedNotEqual, !(a == b))
SIMT_RELATION(UnorderedLess, !(a >= b))
SIMT_RELATION(UnorderedLessEqual, !(a > b))
SIMT_RELATION(UnorderedGreater, !(a <= b))
SIMT_RELATION(UnorderedGreaterEqual, !(a < b))
SIMT_RELATION(Unordered, a != a || b != b)
#undef SIMT_RELATION

template <class Relation, class T>
SIMT_OUT_OF_LINE bool compare(T a, T b) {
  return Relation::of(value_of(a), value_of(b));
}
/// All bits of the elements where the relation holds.
template <class Relation, class Pair>
SIMT_OUT_OF_LINE unsigned compare_pair(Pair a, Pair b) {
  return (Relation::of(value_of(a.x), value_of(b.x)) ? 0xffffu : 0) |
         (Relation::of(value_of(a.y), value_of(b.y)) ? 0xffff0000u : 0);
}
/// 1 where the bits of `mask` are set, 0 elsewhere.
template <class Pair>
[[gnu::always_inline]] inline Pair ones_where(unsigned mask) {
  using T = decltype(Pair::x);
  return __builtin_bit_cast(Pair, mask & 0x10001u * SmallFormat<kFractionBits<T>>::kOne);
}
/// 1, -1, or 0 for a finite number and for NaN.
template <class T>
SIMT_OUT_OF_LINE int sign_of_infinity(T x) {
  const float value = value_of(x);
  return __builtin_isinf(value) ? (value > 0 ? 1 : -1) : 0;
}

}  // namespace simt

#undef SIMT_OUT_OF_LINE
