/// @file
/// What is computed element by element: operators, comparisons, and functions of one, two or three operands.
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>

#include "simt/tiles/tile.h"

namespace cuda::tiles {

namespace detail {

/// An operation on elements of type C, computed as Wide<C> and rounded once.
#define SIMT_TILE_OPERATION(Name, parameters, ...)         \
  struct Name {                                            \
    template <class T>                                     \
    SIMT_UNCOUNTED_INLINE static auto of_wide parameters { \
      __VA_ARGS__;                                         \
    }                                                      \
  }
SIMT_TILE_OPERATION(Add, (T a, T b), return a + b);
SIMT_TILE_OPERATION(Subtract, (T a, T b), return a - b);
SIMT_TILE_OPERATION(Multiply, (T a, T b), return a * b);
SIMT_TILE_OPERATION(Divide, (T a, T b), return a / b);
SIMT_TILE_OPERATION(Modulo, (T a, T b), return a % b);
SIMT_TILE_OPERATION(CeilDivide, (T a, T b), return a / b + (a % b != 0 && (a < 0) == (b < 0)));
SIMT_TILE_OPERATION(FloorDivide, (T a, T b), return a / b - (a % b != 0 && (a < 0) != (b < 0)));
SIMT_TILE_OPERATION(And, (T a, T b), return a & b);
SIMT_TILE_OPERATION(Or, (T a, T b), return a | b);
SIMT_TILE_OPERATION(Xor, (T a, T b), return a ^ b);
SIMT_TILE_OPERATION(Less, (T a, T b), return a < b);
SIMT_TILE_OPERATION(LessEqual, (T a, T b), return a <= b);
SIMT_TILE_OPERATION(Greater, (T a, T b), return a > b);
SIMT_TILE_OPERATION(GreaterEqual, (T a, T b), return a >= b);
SIMT_TILE_OPERATION(Equal, (T a, T b), return a == b);
SIMT_TILE_OPERATION(NotEqual, (T a, T b), return a != b);
// Of a NaN and a number, the number.
SIMT_TILE_OPERATION(Maximum, (T a, T b), return b != b || a >= b ? a : b);
SIMT_TILE_OPERATION(Minimum, (T a, T b), return b != b || a <= b ? a : b);
SIMT_TILE_OPERATION(MaximumNan, (T a, T b), return a != a || a >= b ? a : b);
SIMT_TILE_OPERATION(MinimumNan, (T a, T b), return a != a || a <= b ? a : b);
SIMT_TILE_OPERATION(Negate, (T a), return -a);
SIMT_TILE_OPERATION(Plus, (T a), return +a);
SIMT_TILE_OPERATION(Complement, (T a), return ~a);
SIMT_TILE_OPERATION(Absolute, (T a), return a < 0 ? -a : a + T{});  // + 0 makes 0 of -0

/// Converts the operands to C first.
template <class Op, class C>
struct On {
  template <class R, class... Ts>
  SIMT_UNCOUNTED_INLINE static R of(Ts... operands) {
    return converted<R>(Op::template of_wide<Wide<C>>(widened(converted<C>(operands))...));
  }
};
struct BoolAnd {
  template <class R, class A, class B>
  SIMT_UNCOUNTED_INLINE static bool of(A a, B b) {
    return converted<bool>(a) && converted<bool>(b);
  }
};
struct BoolOr {
  template <class R, class A, class B>
  SIMT_UNCOUNTED_INLINE static bool of(A a, B b) {
    return converted<bool>(a) || converted<bool>(b);
  }
};
struct BoolNot {
  template <class R, class A>
  SIMT_UNCOUNTED_INLINE static bool of(A a) {
    return !converted<bool>(a);
  }
};
struct ShiftLeft {
  template <class R, class A, class B>
  SIMT_UNCOUNTED_INLINE static R of(A a, B b) {
    return static_cast<R>(static_cast<std::uint64_t>(a) << (static_cast<std::uint64_t>(b) & 63));
  }
};
struct ShiftRight {
  template <class R, class A, class B>
  SIMT_UNCOUNTED_INLINE static R of(A a, B b) {
    return static_cast<R>(a >> (static_cast<std::uint64_t>(b) & 63));
  }
};
struct PointerPlus {
  template <class R, class A, class B>
  SIMT_UNCOUNTED_INLINE static R of(A a, B b) {
    return a + b;
  }
};
struct PointerMinus {
  template <class R, class A, class B>
  SIMT_UNCOUNTED_INLINE static R of(A a, B b) {
    return a - b;
  }
};
struct Choose {
  template <class R, class C, class T>
  SIMT_UNCOUNTED_INLINE static R of(C condition, T a, T b) {
    return converted<bool>(condition) ? a : b;
  }
};
struct MultiplyAdd {
  template <class R, class A, class B>
  SIMT_UNCOUNTED_INLINE static R of(A a, B b, R c) {
    if constexpr (std::is_same_v<R, double>) {
      return __builtin_fma(static_cast<double>(widened(a)), static_cast<double>(widened(b)), c);
    } else {
      const auto wide = [](auto x) SIMT_UNCOUNTED { return static_cast<double>(widened(x)); };
      const double sum = ::simt::sum_to_odd<double>(wide(a) * wide(b), wide(c));
      return converted<R>(sum);
    }
  }
};

template <class A, class B>
SIMT_CONSTEVAL void check_shapes() {
  static_assert(
      fit_each_other<ShapeOf<A>, ShapeOf<B>>(),
      "the shapes of these two do not fit: each extent has to be equal or 1, counted from "
      "the last one. reshape() inserts extents of 1");
}
/// Whether the two become elements of one type by themselves.
template <class A, class B, class C>
SIMT_CONSTEVAL void check_operands() {
  check_shapes<A, B>();
  static_assert(kIsArithmetic<ElementOf<A>> && kIsArithmetic<ElementOf<B>>,
                "nothing is computed with elements of this type: element_cast<float>() first");
  static_assert(kFloatLevel<ElementOf<A>> != 2 || kFloatLevel<ElementOf<B>> != 2 ||
                    std::is_same_v<ElementOf<A>, ElementOf<B>>,
                "half and bfloat16 have no common type: element_cast<float>() one of them");
  static_assert(
      !kNarrowsOperand<ElementOf<A>, C> && !kNarrowsOperand<ElementOf<B>, C>,
      "one of the operands would lose something when it becomes an element of the other's "
      "type (a scalar takes the type of the tile's elements): write 2.0f for 2.0, "
      "static_cast<int>(ct::bid().x) with a tile of int, or element_cast<>() the tile");
}

/// The result of an operation with two operands.
template <class Op, class A, class B>
SIMT_UNCOUNTED_INLINE auto binary(const A& a, const B& b) {
  using C = Operand<A, B>;
  check_operands<A, B, C>();
  return map<Mutual<A, B, C>, On<Op, C>>(a, b);
}
template <class Op, class A, class B>
SIMT_UNCOUNTED_INLINE auto compare(const A& a, const B& b) {
  if constexpr (kIsPointer<ElementOf<A>>) {
    check_shapes<A, B>();
    return map<Mutual<A, B, bool>, On<Op, ElementOf<A>>>(a, b);
  } else {
    using C = Common<ElementOf<A>, ElementOf<B>>;
    check_operands<A, B, C>();
    return map<Mutual<A, B, bool>, On<Op, C>>(a, b);
  }
}
template <class A, class B>
inline constexpr bool kAreOperands = tile_like<A>&& tile_like<B>&& kAnyTile<A, B>;
template <class A>
inline constexpr bool kIsInt = kIsInteger<ElementOf<A>>;

}  // namespace detail

#define SIMT_TILE_BINARY(op, Name)                                             \
  template <class A, class B>                                                  \
  requires(detail::kAreOperands<A, B> && !pointer_tile<A> && !pointer_tile<B>) \
      SIMT_UNCOUNTED_INLINE auto                                               \
      operator op(const A& a, const B& b) noexcept {                           \
    return detail::binary<detail::Name>(a, b);                                 \
  }
SIMT_TILE_BINARY(+, Add)
SIMT_TILE_BINARY(-, Subtract)
SIMT_TILE_BINARY(*, Multiply)
SIMT_TILE_BINARY(/, Divide)
#undef SIMT_TILE_BINARY

#define SIMT_TILE_INTEGER(op, Name)                                              \
  template <class A, class B>                                                    \
  requires(detail::kAreOperands<A, B> && detail::kIsInt<A> && detail::kIsInt<B>) \
      SIMT_UNCOUNTED_INLINE auto                                                 \
      operator op(const A& a, const B& b) noexcept {                             \
    return detail::binary<detail::Name>(a, b);                                   \
  }
SIMT_TILE_INTEGER(%, Modulo)
SIMT_TILE_INTEGER(&, And)
SIMT_TILE_INTEGER(|, Or)
SIMT_TILE_INTEGER(^, Xor)
#undef SIMT_TILE_INTEGER

#define SIMT_TILE_COMPARISON(op, Name)                                       \
  template <class A, class B>                                                \
  requires(detail::kAreOperands<A, B> && pointer_tile<A> == pointer_tile<B>) \
      SIMT_UNCOUNTED_INLINE auto                                             \
      operator op(const A& a, const B& b) noexcept {                         \
    return detail::compare<detail::Name>(a, b);                              \
  }
SIMT_TILE_COMPARISON(<, Less)
SIMT_TILE_COMPARISON(<=, LessEqual)
SIMT_TILE_COMPARISON(>, Greater)
SIMT_TILE_COMPARISON(>=, GreaterEqual)
SIMT_TILE_COMPARISON(==, Equal)
SIMT_TILE_COMPARISON(!=, NotEqual)
#undef SIMT_TILE_COMPARISON

#define SIMT_TILE_LOGICAL(op, Name)                                            \
  template <class A, class B>                                                  \
  requires(detail::kAreOperands<A, B>) SIMT_UNCOUNTED_INLINE auto operator op( \
      const A& a, const B& b) noexcept {                                       \
    detail::check_shapes<A, B>();                                              \
    return detail::map<detail::Mutual<A, B, bool>, detail::Name>(a, b);        \
  }
SIMT_TILE_LOGICAL(&&, BoolAnd)
SIMT_TILE_LOGICAL(||, BoolOr)
#undef SIMT_TILE_LOGICAL

#define SIMT_TILE_SHIFT(op, Name)                                                       \
  template <class A, class B>                                                           \
  requires(detail::kAreOperands<A, B> && detail::kIsInt<A> && detail::kIsInt<B>)        \
      SIMT_UNCOUNTED_INLINE auto                                                        \
      operator op(const A& a, const B& b) noexcept {                                    \
    detail::check_shapes<A, B>();                                                       \
    return detail::map<detail::Mutual<A, B, detail::ElementOf<A>>, detail::Name>(a, b); \
  }
SIMT_TILE_SHIFT(<<, ShiftLeft)
SIMT_TILE_SHIFT(>>, ShiftRight)
#undef SIMT_TILE_SHIFT

#define SIMT_TILE_UNARY(op, Name, constraint)                                           \
  template <class A>                                                                    \
  requires(detail::kIsTile<A> && constraint<A>) SIMT_UNCOUNTED_INLINE auto operator op( \
      const A& a) noexcept {                                                            \
    return detail::map<A, detail::On<detail::Name, detail::ElementOf<A>>>(a);           \
  }
SIMT_TILE_UNARY(-, Negate, arithmetic_tile)
SIMT_TILE_UNARY(+, Plus, arithmetic_tile)
SIMT_TILE_UNARY(~, Complement, integral_tile)
#undef SIMT_TILE_UNARY
template <class A>
requires(detail::kIsTile<A>) SIMT_UNCOUNTED_INLINE auto operator!(const A& a) noexcept {
  return detail::map<detail::With<A, bool>, detail::BoolNot>(a);
}

// Pointers, to which integers are added element by element.
template <class P, class I>
requires(detail::kAreOperands<P, I>&& pointer_tile<P>&& detail::kIsInt<I>) SIMT_UNCOUNTED_INLINE
    auto
    operator+(const P& pointers, const I& distance) noexcept {
  detail::check_shapes<P, I>();
  return detail::map<detail::Mutual<P, I, detail::ElementOf<P>>, detail::PointerPlus>(pointers,
                                                                                      distance);
}
template <class I, class P>
requires(detail::kAreOperands<P, I>&& pointer_tile<P>&& detail::kIsInt<I>) SIMT_UNCOUNTED_INLINE
    auto
    operator+(const I& distance, const P& pointers) noexcept {
  return pointers + distance;
}
template <class P, class I>
requires(detail::kAreOperands<P, I>&& pointer_tile<P> &&
         (detail::kIsInt<I> || pointer_tile<I>)) SIMT_UNCOUNTED_INLINE auto
operator-(const P& pointers, const I& other) noexcept {
  detail::check_shapes<P, I>();
  using E = std::conditional_t<pointer_tile<I>, std::ptrdiff_t, detail::ElementOf<P>>;
  return detail::map<detail::Mutual<P, I, E>, detail::PointerMinus>(pointers, other);
}

namespace detail {
template <auto mode>
SIMT_CONSTEVAL void check_rounding() {
  static_assert(mode == rounding_mode::round_ties_to_even,
                "the CPU backend rounds to nearest even only: leave the rounding mode out");
}
}  // namespace detail

#define SIMT_TILE_NAMED(name, Name)                                                                \
  template <arithmetic_tile A, arithmetic_tile B>                                                  \
  SIMT_UNCOUNTED_INLINE auto name(const A& a, const B& b) noexcept {                               \
    return detail::binary<detail::Name>(a, b);                                                     \
  }                                                                                                \
  template <arithmetic_tile A, arithmetic_tile B, rounding_mode mode>                              \
  SIMT_UNCOUNTED_INLINE auto name(const A& a, const B& b, rounding_mode_constant<mode>) noexcept { \
    detail::check_rounding<mode>();                                                                \
    return detail::binary<detail::Name>(a, b);                                                     \
  }
SIMT_TILE_NAMED(add, Add)
SIMT_TILE_NAMED(sub, Subtract)
SIMT_TILE_NAMED(mul, Multiply)
SIMT_TILE_NAMED(div, Divide)
#undef SIMT_TILE_NAMED

template <integral_tile A, integral_tile B>
SIMT_UNCOUNTED_INLINE auto remainder(const A& a, const B& b) noexcept {
  return detail::binary<detail::Modulo>(a, b);
}
template <integral_tile A, integral_tile B>
SIMT_UNCOUNTED_INLINE auto ceildiv(const A& a, const B& b) noexcept {
  return detail::binary<detail::CeilDivide>(a, b);
}
template <integral_tile A, integral_tile B>
SIMT_UNCOUNTED_INLINE auto floordiv(const A& a, const B& b) noexcept {
  return detail::binary<detail::FloorDivide>(a, b);
}

#define SIMT_TILE_EXTREME(name, Name)                                                             \
  template <arithmetic_tile A, arithmetic_tile B>                                                 \
  SIMT_UNCOUNTED_INLINE auto name(const A& a, const B& b) noexcept {                              \
    return detail::binary<detail::Name>(a, b);                                                    \
  }                                                                                               \
  template <arithmetic_tile A, arithmetic_tile B, nan_propagation_mode mode>                      \
  SIMT_UNCOUNTED_INLINE auto name(const A& a, const B& b,                                         \
                                  nan_propagation_mode_constant<mode>) noexcept {                 \
    using Op = std::conditional_t<mode == nan_propagation_mode::propagate_nan, detail::Name##Nan, \
                                  detail::Name>;                                                  \
    return detail::binary<Op>(a, b);                                                              \
  }
SIMT_TILE_EXTREME(max, Maximum)
SIMT_TILE_EXTREME(min, Minimum)
#undef SIMT_TILE_EXTREME

template <arithmetic_tile A>
SIMT_UNCOUNTED_INLINE A abs(const A& a) noexcept {
  return detail::map<A, detail::On<detail::Absolute, detail::ElementOf<A>>>(a);
}

/// a · b + c, rounded once, in the type and shape of c.
template <arithmetic_tile A, arithmetic_tile B, basic_floating_point_tile C>
SIMT_UNCOUNTED_INLINE C fma(const A& a, const B& b, const C& c) noexcept {
  static_assert(detail::broadcasts_to<detail::ShapeOf<A>, detail::ShapeOf<C>>() &&
                    detail::broadcasts_to<detail::ShapeOf<B>, detail::ShapeOf<C>>(),
                "the factors of fma() are broadcast to the shape of the summand");
  static_assert(!detail::kNarrows<detail::ElementOf<A>, detail::ElementOf<C>> &&
                    !detail::kNarrows<detail::ElementOf<B>, detail::ElementOf<C>>,
                "a factor of fma() would lose something in the type of the summand");
  return detail::map<C, detail::MultiplyAdd>(a, b, c);
}

/// a where the condition holds, else b.
template <tile_like C, tile_like T>
SIMT_UNCOUNTED_INLINE T select(const C& condition, const T& a, const T& b) noexcept {
  static_assert(detail::broadcasts_to<detail::ShapeOf<C>, detail::ShapeOf<T>>(),
                "the condition of select() is broadcast to the shape of its two values");
  return detail::map<T, detail::Choose>(condition, a, b);
}

}  // namespace cuda::tiles
