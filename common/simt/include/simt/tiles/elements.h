/// @file
/// What a tile may be made of, how elements are converted, and what two types have in common.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "simt/small_float.h"
#include "simt/tiles/extents.h"

struct __half;
struct __nv_bfloat16;
struct __nv_fp8_e4m3;
struct __nv_fp8_e5m2;
struct __nv_fp8_e8m0;
struct __nv_fp4_e2m1;

namespace cuda::tiles {

template <class E, class S>
class tile;

namespace detail {

template <class T>
using Bare = std::remove_cv_t<std::remove_reference_t<T>>;

/// Conversions to a higher level lose nothing.
template <class E>
inline constexpr int kFloatLevel = 0;
template <>
inline constexpr int kFloatLevel<__nv_fp8_e4m3> = 1;
template <>
inline constexpr int kFloatLevel<__nv_fp8_e5m2> = 1;
template <>
inline constexpr int kFloatLevel<__half> = 2;
template <>
inline constexpr int kFloatLevel<__nv_bfloat16> = 2;
template <>
inline constexpr int kFloatLevel<float> = 3;
template <>
inline constexpr int kFloatLevel<double> = 4;

template <class E>
inline constexpr bool kIsFloat = kFloatLevel<E> >= 2;
template <class E>
inline constexpr bool kIsTiny = kFloatLevel<E> == 1;
template <class E>
inline constexpr bool kIsSmall = kFloatLevel<E> == 2;
template <class E>
inline constexpr bool kIsInteger = std::is_integral_v<E>;
template <class E>
inline constexpr bool kIsArithmetic = kIsInteger<E> || kIsFloat<E>;
template <class E>
inline constexpr bool kIsNumber = kIsArithmetic<E> || kIsTiny<E>;
template <class E>
inline constexpr bool kIsPointer = std::is_pointer_v<E>;
template <class E>
inline constexpr bool kIsElement = kIsNumber<E> || kIsPointer<E>;

template <class T>
struct Parts {
  using Element = T;
  using Shape = shape<>;
  static constexpr bool kIsTile = false;
};
template <class T>
struct Parts<T* __restrict__> : Parts<T*> {};
template <class E, class S>
struct Parts<tile<E, S>> {
  using Element = E;
  using Shape = S;
  static constexpr bool kIsTile = true;
};
template <class T>
using ElementOf = typename Parts<Bare<T>>::Element;
template <class T>
using ShapeOf = typename Parts<Bare<T>>::Shape;
template <class T>
inline constexpr bool kIsTile = Parts<Bare<T>>::kIsTile;
template <class... Ts>
inline constexpr bool kAnyTile = (kIsTile<Ts> || ...);

/// A tile of such elements, or an element where there is no tile among what it is made of.
template <bool is_tile, class E, class S>
struct MadeOf {
  using Type = tile<E, S>;
};
template <class E, class S>
struct MadeOf<false, E, S> {
  using Type = E;
};
template <class T, class E>
using With = typename MadeOf<kIsTile<T>, E, ShapeOf<T>>::Type;

// What two integers have in common: unlike in C++, neither becomes an int.
template <class T>
inline constexpr int kIntegerRank = std::is_same_v<T, bool> ? 0
                                    : sizeof(T) < 8         ? static_cast<int>(sizeof(T))
                                    : std::is_same_v<std::make_signed_t<T>, long> ? 8
                                                                                  : 9;
template <>
inline constexpr int kIntegerRank<bool> = 0;

template <class T>
struct Unsigned {
  using Type = std::make_unsigned_t<T>;
};
template <>
struct Unsigned<bool> {
  using Type = bool;
};

template <class A, class B>
SIMT_CONSTEVAL auto common_integer() {
  if constexpr (std::is_same_v<A, B>) {
    return A{};
  } else if constexpr (std::is_signed_v<A> == std::is_signed_v<B>) {
    if constexpr (kIntegerRank<A> >= kIntegerRank<B>) {
      return A{};
    } else {
      return B{};
    }
  } else if constexpr (!std::is_signed_v<A>) {
    return common_integer<B, A>();
  } else if constexpr (kIntegerRank<B> > kIntegerRank<A>) {
    return B{};
  } else if constexpr (requires(B b) { A{b}; }) {
    return A{};
  } else {
    return typename Unsigned<A>::Type{};
  }
}

template <class A, class B>
struct CommonType {
  using Type = std::conditional_t<(kFloatLevel<A> >= kFloatLevel<B>), A, B>;
};
template <class A, class B>
requires(kIsInteger<A>&& kIsInteger<B>) struct CommonType<A, B> {
  using Type = decltype(common_integer<A, B>());
};
template <class A, class B>
using Common = typename CommonType<A, B>::Type;

/// Whether a conversion may lose something.
template <class From, class To>
inline constexpr bool kNarrows = [] {
  if constexpr (std::is_same_v<From, To>) {
    return false;
  } else if constexpr (kIsPointer<From>) {
    return std::is_same_v<To, bool>;
  } else if constexpr (kIsInteger<From> && kIsInteger<To>) {
    return !requires(From from) { To{from}; };
  } else if constexpr (kIsInteger<From> || kIsInteger<To>) {
    return true;
  } else {
    return kFloatLevel<From> >= kFloatLevel<To>;
  }
}();
/// The same in an operation of two, where an integer may become a floating-point number.
template <class From, class To>
inline constexpr bool kNarrowsOperand = !(kIsInteger<From> && !kIsInteger<To>)&&kNarrows<From, To>;

template <class From, class To>
inline constexpr bool kConverts = [] {
  if constexpr (kIsPointer<From> && kIsPointer<To>) return std::is_convertible_v<From, To>;
  if constexpr (kIsPointer<From>) return std::is_same_v<To, bool>;
  return kIsNumber<From> && kIsNumber<To>;
}();

/// What is computed with in place of an element: it holds more, and results are rounded once.
template <class E>
using Wide = std::conditional_t<kIsSmall<E> || kIsTiny<E>, float, E>;

template <class E>
SIMT_UNCOUNTED_INLINE auto widened(E element) {
  if constexpr (kIsSmall<E>) {
    return ::simt::value_of(element);
  } else if constexpr (kIsTiny<E>) {
    return static_cast<float>(element);
  } else {
    return element;
  }
}

/// As a GPU converts a number to an integer: toward zero, to the ends of its range, NaN to 0.
template <class To, class From>
SIMT_UNCOUNTED_INLINE To to_integer(From value) {
  using Limits = std::numeric_limits<To>;
  if (value != value) return 0;
  if (value <= static_cast<From>(Limits::min())) return Limits::min();
  if (value >= static_cast<From>(Limits::max())) return Limits::max();
  return static_cast<To>(value);
}

template <class To, class From>
SIMT_UNCOUNTED_INLINE To converted(From from) {
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else if constexpr (kIsPointer<From>) {
    return static_cast<To>(from);
  } else {
    const auto value = widened(from);
    if constexpr (kIsSmall<To>) {
      return ::simt::rounded<To>(static_cast<double>(value));
    } else if constexpr (kIsTiny<To>) {
      return To(value);
    } else if constexpr (std::is_same_v<To, bool>) {
      return value != 0;
    } else if constexpr (kIsInteger<To> && !kIsInteger<From>) {
      return to_integer<To>(value);
    } else {
      return static_cast<To>(value);
    }
  }
}

// Broadcasting, of shapes whose last dimensions belong together.
template <class S>
SIMT_CONSTEVAL std::size_t extent_from_end(std::size_t i) {
  using Facts = ShapeFacts<S>;
  return i < Facts::kRank ? Facts::kExtents[Facts::kRank - 1 - i] : 1;
}
template <class A, class B>
SIMT_CONSTEVAL bool fit_each_other() {
  for (std::size_t i = 0; i < kRankOf<A> && i < kRankOf<B>; ++i) {
    const std::size_t a = extent_from_end<A>(i), b = extent_from_end<B>(i);
    if (a != b && a != 1 && b != 1) return false;
  }
  return true;
}
template <class From, class To>
SIMT_CONSTEVAL bool broadcasts_to() {
  for (std::size_t i = 0; i < kRankOf<From>; ++i) {
    const std::size_t from = extent_from_end<From>(i);
    if (i >= kRankOf<To> || (from != extent_from_end<To>(i) && from != 1)) return false;
  }
  return true;
}
template <class A, class B, class Indices>
struct BroadcastShapes;
template <class A, class B, std::size_t... I>
struct BroadcastShapes<A, B, std::index_sequence<I...>> {
  SIMT_CONSTEVAL static std::size_t longer(std::size_t i) {
    const std::size_t a = extent_from_end<A>(i), b = extent_from_end<B>(i);
    return a == 1 ? b : a;
  }
  using Type = shape<longer(sizeof...(I) - 1 - I)...>;
};
template <class A, class B>
using Broadcast = typename BroadcastShapes<
    A, B, std::make_index_sequence<(kRankOf<A> > kRankOf<B> ? kRankOf<A> : kRankOf<B>)>>::Type;

/// What an operation on elements of A and B makes: `E` in their common shape.
template <class A, class B, class E>
using Mutual = typename MadeOf<kAnyTile<A, B>, E, Broadcast<ShapeOf<A>, ShapeOf<B>>>::Type;

/// The type that two operands are converted to: a scalar takes the type of the tile's elements.
template <class A, class B>
using Operand = std::conditional_t<
    kIsTile<A> && !kIsTile<B>, ElementOf<A>,
    std::conditional_t<!kIsTile<A> && kIsTile<B>, ElementOf<B>,
                       typename std::conditional_t<
                           kIsArithmetic<ElementOf<A>> && kIsArithmetic<ElementOf<B>>,
                           CommonType<ElementOf<A>, ElementOf<B>>, Parts<ElementOf<A>>>::Type>>;

}  // namespace detail

template <class T>
concept scalar = !detail::kIsTile<T> && detail::kIsElement<detail::ElementOf<T>>;
template <class T>
concept tile_like = detail::kIsTile<T> || scalar<T>;
template <class T>
concept pointer_tile = tile_like<T> && detail::kIsPointer<detail::ElementOf<T>>;
template <class T>
concept numeric_tile = tile_like<T> && detail::kIsNumber<detail::ElementOf<T>>;
template <class T>
concept arithmetic_tile = tile_like<T> && detail::kIsArithmetic<detail::ElementOf<T>>;
template <class T>
concept integral_tile = tile_like<T> && detail::kIsInteger<detail::ElementOf<T>>;
template <class T>
concept basic_floating_point_tile = tile_like<T> && detail::kIsFloat<detail::ElementOf<T>>;
template <class T>
concept floating_point_tile = basic_floating_point_tile<T> ||
    (tile_like<T>&& detail::kIsTiny<detail::ElementOf<T>>);
template <class T>
concept integral_scalar = scalar<T> && integral_tile<T>;
template <class T>
concept arithmetic_scalar = scalar<T> && arithmetic_tile<T>;
template <class T>
concept floating_point_scalar = scalar<T> && floating_point_tile<T>;
template <class T>
concept pointer_scalar = scalar<T> && pointer_tile<T>;

template <tile_like T>
using tile_element_t = detail::ElementOf<T>;
template <tile_like T>
using tile_shape_t = detail::ShapeOf<T>;
template <tile_like T>
inline constexpr std::size_t tile_rank_v = detail::kRankOf<detail::ShapeOf<T>>;
template <tile_like T>
inline constexpr std::size_t tile_size_v = detail::kSizeOf<detail::ShapeOf<T>>;
template <tile_like T, scalar E>
using tile_with_element_t = detail::With<T, std::remove_cv_t<E>>;
template <tile_like A, tile_like B, scalar E>
using mutual_broadcast_t = detail::Mutual<A, B, std::remove_cv_t<E>>;
template <class A, class B>
using shape_broadcast_t = detail::Broadcast<A, B>;
template <arithmetic_tile A, arithmetic_tile B>
using arithmetic_tile_conversion_t = detail::Mutual<A, B, detail::Operand<A, B>>;

}  // namespace cuda::tiles
