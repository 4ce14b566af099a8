/// @file
/// Intrinsics on the two halves (`…2`) or four bytes (`…4`) of a word, and those of dynamic
/// programming.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "simt/uncounted.h"

namespace simt {

enum class LaneOp {
  kAdd,
  kSubtract,
  kAbsolute,
  kDifference,
  kAverageUp,
  kAverageDown,
  kMin,
  kMax,
  kNegate,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
};

template <LaneOp op>
SIMT_UNCOUNTED constexpr auto lane_result(int a, int b) {
  switch (op) {
    case LaneOp::kAdd:
      return a + b;
    case LaneOp::kSubtract:
      return a - b;
    case LaneOp::kAbsolute:
      return a < 0 ? -a : a;
    case LaneOp::kDifference:
      return a < b ? b - a : a - b;
    case LaneOp::kAverageUp:  // a half goes away from zero
      return (a + b + (a + b >= 0)) >> 1;
    case LaneOp::kAverageDown:
      return (a + b) >> 1;
    case LaneOp::kMin:
      return a < b ? a : b;
    case LaneOp::kMax:
      return a < b ? b : a;
    case LaneOp::kNegate:
      return -a;
    case LaneOp::kEqual:
      return int{a == b};
    case LaneOp::kNotEqual:
      return int{a != b};
    case LaneOp::kLess:
      return int{a < b};
    case LaneOp::kLessEqual:
      return int{a <= b};
    case LaneOp::kGreater:
      return int{a > b};
    case LaneOp::kGreaterEqual:
      return int{a >= b};
  }
}

enum class LaneForm { kWrap, kSaturate, kMask, kSum };

/// `op` of every Lane of two words: what does not fit wraps or saturates, a truth becomes a mask; or
/// the results are summed.
template <LaneOp op, LaneForm form, class Lane>
[[gnu::noinline]] SIMT_UNCOUNTED auto lanes(unsigned a, unsigned b) {
  using Limits = std::numeric_limits<Lane>;
  constexpr int kBits = sizeof(Lane) * 8;
  unsigned result = 0;
  for (int shift = 0; shift < 32; shift += kBits) {
    int value = lane_result<op>(static_cast<Lane>(a >> shift), static_cast<Lane>(b >> shift));
    if (form == LaneForm::kSum) {
      result += static_cast<unsigned>(value);
      continue;
    }
    if (form == LaneForm::kMask) value = -value;
    if (form == LaneForm::kSaturate && value < Limits::min()) value = Limits::min();
    if (form == LaneForm::kSaturate && value > Limits::max()) value = Limits::max();
    result |= static_cast<unsigned>(static_cast<std::make_unsigned_t<Lane>>(value)) << shift;
  }
  return result;
}

}  // namespace simt

#define SIMT_SIMD [[gnu::always_inline]] inline

#define SIMT_SIMD_UNARY(name, op, form)                                             \
  SIMT_SIMD unsigned name##2(unsigned a) {                                          \
    return simt::lanes<simt::LaneOp::op, simt::LaneForm::form, std::int16_t>(a, 0); \
  }                                                                                 \
  SIMT_SIMD unsigned name##4(unsigned a) {                                          \
    return simt::lanes<simt::LaneOp::op, simt::LaneForm::form, std::int8_t>(a, 0);  \
  }
#define SIMT_SIMD_BINARY(name, op, form, sign)                                         \
  SIMT_SIMD unsigned name##2(unsigned a, unsigned b) {                                 \
    return simt::lanes<simt::LaneOp::op, simt::LaneForm::form, std::sign##16_t>(a, b); \
  }                                                                                    \
  SIMT_SIMD unsigned name##4(unsigned a, unsigned b) {                                 \
    return simt::lanes<simt::LaneOp::op, simt::LaneForm::form, std::sign##8_t>(a, b);  \
  }

SIMT_SIMD_UNARY(__vabs, kAbsolute, kWrap)
SIMT_SIMD_UNARY(__vabsss, kAbsolute, kSaturate)
SIMT_SIMD_UNARY(__vneg, kNegate, kWrap)
SIMT_SIMD_UNARY(__vnegss, kNegate, kSaturate)
SIMT_SIMD_BINARY(__vadd, kAdd, kWrap, uint)
SIMT_SIMD_BINARY(__vaddss, kAdd, kSaturate, int)
SIMT_SIMD_BINARY(__vaddus, kAdd, kSaturate, uint)
SIMT_SIMD_BINARY(__vsub, kSubtract, kWrap, uint)
SIMT_SIMD_BINARY(__vsubss, kSubtract, kSaturate, int)
SIMT_SIMD_BINARY(__vsubus, kSubtract, kSaturate, uint)
SIMT_SIMD_BINARY(__vabsdiffs, kDifference, kWrap, int)
SIMT_SIMD_BINARY(__vabsdiffu, kDifference, kWrap, uint)
SIMT_SIMD_BINARY(__vsads, kDifference, kSum, int)
SIMT_SIMD_BINARY(__vsadu, kDifference, kSum, uint)
SIMT_SIMD_BINARY(__vavgs, kAverageUp, kWrap, int)
SIMT_SIMD_BINARY(__vavgu, kAverageUp, kWrap, uint)
SIMT_SIMD_BINARY(__vhaddu, kAverageDown, kWrap, uint)
SIMT_SIMD_BINARY(__vmins, kMin, kWrap, int)
SIMT_SIMD_BINARY(__vminu, kMin, kWrap, uint)
SIMT_SIMD_BINARY(__vmaxs, kMax, kWrap, int)
SIMT_SIMD_BINARY(__vmaxu, kMax, kWrap, uint)

// Comparisons: all bits of the lane (`__vcmp…`), or 1 (`__vset…`).
#define SIMT_SIMD_COMPARE(name, op, sign)         \
  SIMT_SIMD_BINARY(__vcmp##name, op, kMask, sign) \
  SIMT_SIMD_BINARY(__vset##name, op, kWrap, sign)
SIMT_SIMD_COMPARE(eq, kEqual, uint)
SIMT_SIMD_COMPARE(ne, kNotEqual, uint)
SIMT_SIMD_COMPARE(lts, kLess, int)
SIMT_SIMD_COMPARE(ltu, kLess, uint)
SIMT_SIMD_COMPARE(les, kLessEqual, int)
SIMT_SIMD_COMPARE(leu, kLessEqual, uint)
SIMT_SIMD_COMPARE(gts, kGreater, int)
SIMT_SIMD_COMPARE(gtu, kGreater, uint)
SIMT_SIMD_COMPARE(ges, kGreaterEqual, int)
SIMT_SIMD_COMPARE(geu, kGreaterEqual, uint)
#undef SIMT_SIMD_COMPARE
#undef SIMT_SIMD_BINARY
#undef SIMT_SIMD_UNARY

// Of three operands, and with the smaller or larger one named. Sums wrap; `relu` is at least 0.
#define SIMT_DPX(Type, suffix, add, min, max)                                              \
  SIMT_SIMD Type __vimax3_##suffix(Type a, Type b, Type c) { return max(max(a, b), c); }   \
  SIMT_SIMD Type __vimin3_##suffix(Type a, Type b, Type c) { return min(min(a, b), c); }   \
  SIMT_SIMD Type __viaddmax_##suffix(Type a, Type b, Type c) { return max(add(a, b), c); } \
  SIMT_SIMD Type __viaddmin_##suffix(Type a, Type b, Type c) { return min(add(a, b), c); }
#define SIMT_DPX_RELU(Type, suffix, add, min, max)                                           \
  SIMT_SIMD Type __vimax_##suffix##_relu(Type a, Type b) { return max(max(a, b), Type(0)); } \
  SIMT_SIMD Type __vimin_##suffix##_relu(Type a, Type b) { return max(min(a, b), Type(0)); } \
  SIMT_SIMD Type __vimax3_##suffix##_relu(Type a, Type b, Type c) {                          \
    return max(max(max(a, b), c), Type(0));                                                  \
  }                                                                                          \
  SIMT_SIMD Type __vimin3_##suffix##_relu(Type a, Type b, Type c) {                          \
    return max(min(min(a, b), c), Type(0));                                                  \
  }                                                                                          \
  SIMT_SIMD Type __viaddmax_##suffix##_relu(Type a, Type b, Type c) {                        \
    return max(max(add(a, b), c), Type(0));                                                  \
  }                                                                                          \
  SIMT_SIMD Type __viaddmin_##suffix##_relu(Type a, Type b, Type c) {                        \
    return max(min(add(a, b), c), Type(0));                                                  \
  }
#define SIMT_DPX_CHOOSE(Type, suffix)                            \
  SIMT_SIMD Type __vibmax_##suffix(Type a, Type b, bool* is_a) { \
    *is_a = a >= b;                                              \
    return simt::larger(a, b);                                   \
  }                                                              \
  SIMT_SIMD Type __vibmin_##suffix(Type a, Type b, bool* is_a) { \
    *is_a = a <= b;                                              \
    return simt::smaller(a, b);                                  \
  }
#define SIMT_DPX_CHOOSE_HALVES(suffix, max, min, ge, le)                                          \
  SIMT_SIMD unsigned __vibmax_##suffix(unsigned a, unsigned b, bool* high_is_a, bool* low_is_a) { \
    const unsigned is_a = ge(a, b);                                                               \
    *high_is_a = is_a >> 16;                                                                      \
    *low_is_a = is_a & 1;                                                                         \
    return max(a, b);                                                                             \
  }                                                                                               \
  SIMT_SIMD unsigned __vibmin_##suffix(unsigned a, unsigned b, bool* high_is_a, bool* low_is_a) { \
    const unsigned is_a = le(a, b);                                                               \
    *high_is_a = is_a >> 16;                                                                      \
    *low_is_a = is_a & 1;                                                                         \
    return min(a, b);                                                                             \
  }

namespace simt {
template <class T>
SIMT_SIMD auto wrapping_sum(T a, T b) {
  return static_cast<T>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}
template <class T>
SIMT_SIMD auto smaller(T a, T b) {
  return b < a ? b : a;
}
template <class T>
SIMT_SIMD auto larger(T a, T b) {
  return a < b ? b : a;
}
}  // namespace simt

SIMT_DPX(int, s32, simt::wrapping_sum, simt::smaller, simt::larger)
SIMT_DPX(unsigned, u32, simt::wrapping_sum, simt::smaller, simt::larger)
SIMT_DPX(unsigned, s16x2, __vadd2, __vmins2, __vmaxs2)
SIMT_DPX(unsigned, u16x2, __vadd2, __vminu2, __vmaxu2)
SIMT_DPX_RELU(int, s32, simt::wrapping_sum, simt::smaller, simt::larger)
SIMT_DPX_RELU(unsigned, s16x2, __vadd2, __vmins2, __vmaxs2)
SIMT_DPX_CHOOSE(int, s32)
SIMT_DPX_CHOOSE(unsigned, u32)
SIMT_DPX_CHOOSE_HALVES(s16x2, __vmaxs2, __vmins2, __vsetges2, __vsetles2)
SIMT_DPX_CHOOSE_HALVES(u16x2, __vmaxu2, __vminu2, __vsetgeu2, __vsetleu2)
#undef SIMT_DPX
#undef SIMT_DPX_RELU
#undef SIMT_DPX_CHOOSE
#undef SIMT_DPX_CHOOSE_HALVES
#undef SIMT_SIMD
