/// @file
/// Loads, stores and atomic operations of tiles of pointers.
#pragma once

#include "simt/tiles/tile.h"

namespace cuda::tiles {

namespace detail {

template <class P>
using Pointee = std::remove_cv_t<std::remove_pointer_t<ElementOf<P>>>;
template <class P>
using Loaded = With<P, Pointee<P>>;

/// The pointers of a tile, or the only one, and the mask in their shape.
template <class P, class Mask>
class Request {
  using S = ShapeOf<P>;
  using M = tile<bool, S>;

 public:
  SIMT_UNCOUNTED Request(const P& pointers, const Mask& mask) {
    static_assert(broadcasts_to<ShapeOf<Mask>, S>(),
                  "a mask is broadcast to the shape of the pointers");
    if constexpr (kIsTile<P>) {
      pointers_ = pointers;
    } else {
      *Elements::made(pointers_) = pointers;
    }
    mask_ = map<M, Convert>(mask);
  }
  SIMT_UNCOUNTED ::simt::TilePointers get() const {
    return {reinterpret_cast<const void* const*>(Elements::of(pointers_)), Elements::of(mask_),
            kSizeOf<S>, sizeof(Pointee<P>)};
  }

 private:
  tile<ElementOf<P>, S> pointers_;
  M mask_;
};

/// What a masked element has that nobody has given a value.
SIMT_UNCOUNTED inline void fill_undefined(void* elements, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) static_cast<unsigned char*>(elements)[i] = 0xff;
}

template <class P>
SIMT_CONSTEVAL void check_loadable() {
  static_assert(kIsElement<Pointee<P>>, "the pointers point to elements of a tile");
  static_assert(!std::is_volatile_v<std::remove_pointer_t<ElementOf<P>>>,
                "tiles are not loaded from volatile memory: atomic_load()");
}
template <class P, class V>
SIMT_CONSTEVAL void check_storable() {
  check_loadable<P>();
  static_assert(!std::is_const_v<std::remove_pointer_t<ElementOf<P>>>,
                "these pointers point to const elements");
  static_assert(std::is_same_v<ShapeOf<V>, ShapeOf<P>>,
                "what is stored has the shape of the pointers: broadcast() or reshape() it");
  static_assert(kConverts<ElementOf<V>, Pointee<P>> && !kNarrows<ElementOf<V>, Pointee<P>>,
                "what is stored would lose something in the elements' type: element_cast<>() it");
}

/// A result as a tile, whatever it is: it becomes an element at the end.
template <class R>
using AsTile = tile<ElementOf<R>, ShapeOf<R>>;
template <class R>
SIMT_UNCOUNTED_INLINE R finish(const AsTile<R>& tile) {
  if constexpr (kIsTile<R>) {
    return tile;
  } else {
    return *Elements::of(tile);
  }
}

template <class P, class Mask>
SIMT_UNCOUNTED Loaded<P> load_elements(const void* site, const P& pointers, const Mask& mask) {
  check_loadable<P>();
  AsTile<Loaded<P>> result;
  auto* const to = Elements::made(result);
  fill_undefined(to, sizeof(*to) * kSizeOf<ShapeOf<P>>);
  ::simt::load_tile(site, Request<P, Mask>(pointers, mask).get(), to);
  return finish<Loaded<P>>(result);
}
template <class P, class Mask, class Padding>
SIMT_UNCOUNTED Loaded<P> load_elements(const void* site, const P& pointers, const Mask& mask,
                                       const Padding& padding) {
  check_loadable<P>();
  static_assert(broadcasts_to<ShapeOf<Padding>, ShapeOf<P>>(),
                "the padding is broadcast to the shape of the pointers");
  static_assert(!kNarrows<ElementOf<Padding>, Pointee<P>>,
                "the padding would lose something in the elements' type");
  AsTile<Loaded<P>> result = map<AsTile<Loaded<P>>, Convert>(padding);
  // (The only share of these elements.)
  auto* const to = const_cast<Pointee<P>*>(Elements::of(result));
  ::simt::load_tile(site, Request<P, Mask>(pointers, mask).get(), to);
  return finish<Loaded<P>>(result);
}
template <class P, class V, class Mask>
SIMT_UNCOUNTED void store_elements(const void* site, const P& pointers, const V& value,
                                   const Mask& mask) {
  check_storable<P, V>();
  const auto values = map<AsTile<Loaded<P>>, Convert>(value);
  ::simt::store_tile(site, Request<P, Mask>(pointers, mask).get(), Elements::of(values));
}

template <class E>
inline constexpr ::simt::TileNumber kNumberType =
    std::is_same_v<E, __half>          ? ::simt::TileNumber::kF16
    : std::is_same_v<E, __nv_bfloat16> ? ::simt::TileNumber::kBf16
    : std::is_same_v<E, float>         ? ::simt::TileNumber::kF32
    : std::is_same_v<E, double>        ? ::simt::TileNumber::kF64
    : !kIsInteger<E>                   ? ::simt::TileNumber::kOther
    : sizeof(E) == 4 ? (std::is_signed_v<E> ? ::simt::TileNumber::kS32 : ::simt::TileNumber::kU32)
    : sizeof(E) == 8 ? (std::is_signed_v<E> ? ::simt::TileNumber::kS64 : ::simt::TileNumber::kU64)
                     : ::simt::TileNumber::kOther;

template <::simt::TileUpdate update, class E>
SIMT_CONSTEVAL void check_atomic() {
  using enum ::simt::TileUpdate;
  constexpr bool is_wide = kIsInteger<E> && sizeof(E) >= 4;
  constexpr bool is_float = std::is_same_v<E, float> || std::is_same_v<E, double>;
  if constexpr (update == kAdd || update == kSub) {
    static_assert(is_wide || kIsFloat<E>,
                  "atomic_add() and atomic_sub() are of integers of 32 or "
                  "64 bits and of floating-point numbers");
  } else if constexpr (update == kExchange || update == kCompareExchange) {
    static_assert(is_wide || is_float,
                  "this atomic operation is of integers of 32 or 64 bits, "
                  "float and double");
  } else if constexpr (update != kLoad && update != kStore) {
    static_assert(is_wide, "this atomic operation is of integers of 32 or 64 bits");
  }
}

template <memory_order order, thread_scope scope>
SIMT_UNCOUNTED_INLINE ::simt::TileAtomic atomic_of(::simt::TileUpdate update,
                                                   ::simt::TileNumber number) {
  return {update,
          number,
          nullptr,
          nullptr,
          nullptr,
          order == memory_order::acquire || order == memory_order::acq_rel,
          order == memory_order::release || order == memory_order::acq_rel,
          scope == thread_scope::block};
}

template <::simt::TileUpdate update, memory_order order, thread_scope scope, class P, class V,
          class X, class Mask>
SIMT_UNCOUNTED Loaded<P> update_elements(const void* site, const P& pointers, const V& value,
                                         const X& expected, const Mask& mask) {
  using E = Pointee<P>;
  check_atomic<update, E>();
  if constexpr (update != ::simt::TileUpdate::kLoad) check_storable<P, V>();
  const auto values = map<AsTile<Loaded<P>>, Convert>(value);
  const auto expectations = map<AsTile<Loaded<P>>, Convert>(expected);
  AsTile<Loaded<P>> old;
  auto* const to = Elements::made(old);
  fill_undefined(to, sizeof(*to) * kSizeOf<ShapeOf<P>>);
  ::simt::TileAtomic how = atomic_of<order, scope>(update, kNumberType<E>);
  how.operands = Elements::of(values);
  how.expected = Elements::of(expectations);
  how.old = to;
  ::simt::update_tile(site, Request<P, Mask>(pointers, mask).get(), how);
  return finish<Loaded<P>>(old);
}

}  // namespace detail

/// The elements that the pointers point to.
template <pointer_tile P>
SIMT_TILE_FUNCTION auto load(const P& pointers) noexcept {
  return detail::load_elements(SIMT_TILE_SITE, pointers, true);
}
/// Those where the mask is set; what the others have is undefined.
template <pointer_tile P, tile_like Mask>
SIMT_TILE_FUNCTION auto load_masked(const P& pointers, const Mask& mask) noexcept {
  return detail::load_elements(SIMT_TILE_SITE, pointers, mask);
}
/// The others have the padding.
template <pointer_tile P, tile_like Mask, tile_like Padding>
SIMT_TILE_FUNCTION auto load_masked(const P& pointers, const Mask& mask,
                                    const Padding& padding) noexcept {
  return detail::load_elements(SIMT_TILE_SITE, pointers, mask, padding);
}
template <pointer_tile P, tile_like V>
SIMT_TILE_FUNCTION void store(const P& pointers, const V& value) noexcept {
  detail::store_elements(SIMT_TILE_SITE, pointers, value, true);
}
template <pointer_tile P, tile_like V, tile_like Mask>
SIMT_TILE_FUNCTION void store_masked(const P& pointers, const V& value, const Mask& mask) noexcept {
  detail::store_elements(SIMT_TILE_SITE, pointers, value, mask);
}

#define SIMT_TILE_ORDER memory_order order, thread_scope scope = thread_scope::system
#define SIMT_TILE_ORDERED memory_order_constant<order> = {}, thread_scope_constant<scope> = {}

template <SIMT_TILE_ORDER, pointer_tile P>
SIMT_TILE_FUNCTION auto atomic_load(const P& pointers, SIMT_TILE_ORDERED) noexcept {
  return detail::update_elements<::simt::TileUpdate::kLoad, order, scope>(
      SIMT_TILE_SITE, pointers, detail::Pointee<P>(), detail::Pointee<P>(), true);
}
template <SIMT_TILE_ORDER, pointer_tile P, tile_like Mask>
SIMT_TILE_FUNCTION auto atomic_load_masked(const P& pointers, const Mask& mask,
                                           SIMT_TILE_ORDERED) noexcept {
  return detail::update_elements<::simt::TileUpdate::kLoad, order, scope>(
      SIMT_TILE_SITE, pointers, detail::Pointee<P>(), detail::Pointee<P>(), mask);
}

/// An atomic operation with each element. @return what was there
#define SIMT_TILE_ATOMIC(Result, name, update)                                                    \
  template <SIMT_TILE_ORDER, pointer_tile P, tile_like V>                                         \
  SIMT_TILE_FUNCTION Result name(const P& pointers, const V& value, SIMT_TILE_ORDERED) noexcept { \
    return static_cast<Result>(detail::update_elements<::simt::TileUpdate::update, order, scope>( \
        SIMT_TILE_SITE, pointers, value, detail::Pointee<P>(), true));                            \
  }                                                                                               \
  template <SIMT_TILE_ORDER, pointer_tile P, tile_like V, tile_like Mask>                         \
  SIMT_TILE_FUNCTION Result name##_masked(const P& pointers, const V& value, const Mask& mask,    \
                                          SIMT_TILE_ORDERED) noexcept {                           \
    return static_cast<Result>(detail::update_elements<::simt::TileUpdate::update, order, scope>( \
        SIMT_TILE_SITE, pointers, value, detail::Pointee<P>(), mask));                            \
  }
SIMT_TILE_ATOMIC(void, atomic_store, kStore)
SIMT_TILE_ATOMIC(detail::Loaded<P>, atomic_add, kAdd)
SIMT_TILE_ATOMIC(detail::Loaded<P>, atomic_sub, kSub)
SIMT_TILE_ATOMIC(detail::Loaded<P>, atomic_min, kMin)
SIMT_TILE_ATOMIC(detail::Loaded<P>, atomic_max, kMax)
SIMT_TILE_ATOMIC(detail::Loaded<P>, atomic_and, kAnd)
SIMT_TILE_ATOMIC(detail::Loaded<P>, atomic_or, kOr)
SIMT_TILE_ATOMIC(detail::Loaded<P>, atomic_xor, kXor)
SIMT_TILE_ATOMIC(detail::Loaded<P>, atomic_xchg, kExchange)
#undef SIMT_TILE_ATOMIC

template <SIMT_TILE_ORDER, pointer_tile P, tile_like X, tile_like V>
SIMT_TILE_FUNCTION auto atomic_compare_exchange(const P& pointers, const X& expected,
                                                const V& value, SIMT_TILE_ORDERED) noexcept {
  return detail::update_elements<::simt::TileUpdate::kCompareExchange, order, scope>(
      SIMT_TILE_SITE, pointers, value, expected, true);
}
template <SIMT_TILE_ORDER, pointer_tile P, tile_like X, tile_like V, tile_like Mask>
SIMT_TILE_FUNCTION auto atomic_compare_exchange_masked(const P& pointers, const X& expected,
                                                       const V& value, const Mask& mask,
                                                       SIMT_TILE_ORDERED) noexcept {
  return detail::update_elements<::simt::TileUpdate::kCompareExchange, order, scope>(
      SIMT_TILE_SITE, pointers, value, expected, mask);
}
#undef SIMT_TILE_ORDER
#undef SIMT_TILE_ORDERED

}  // namespace cuda::tiles
