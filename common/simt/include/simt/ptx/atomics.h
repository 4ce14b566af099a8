/// @file
/// Inline PTX: fences, atomic loads and stores, atomics. Each is one access at the kernel's line.
#pragma once

#include "simt/atomics.h"
#include "simt/builtins.h"
#include "simt/groups.h"
#include "simt/ptx/operands.h"
#include "simt/small_float.h"

namespace simt::ptx {

constexpr int kRelaxed = __ATOMIC_RELAXED, kAcquire = __ATOMIC_ACQUIRE, kRelease = __ATOMIC_RELEASE;
/// Whose atomics see each other.
enum class Scope { kBlock, kDevice, kSystem };
SIMT_INLINE void enter(Scope scope) {
  if (scope == Scope::kBlock) narrow_scope();
  if (scope == Scope::kSystem) widen_scope();
}
SIMT_INLINE void fence(Scope scope) {
  if (scope == Scope::kBlock) {
    block_fence();
  } else {
    device_fence();
  }
}

template <class T>
using WordOf = std::conditional_t<
    sizeof(T) == 8, u64,
    std::conditional_t<sizeof(T) == 4, u32, std::conditional_t<sizeof(T) == 2, u16, u8>>>;

template <class T, int Order, Scope S, class Space, class D, class X>
SIMT_INLINE void load_atomic(D&& d, Address<X> from) {
  enter(S);
  set(d, __builtin_bit_cast(
             T, __atomic_load_n(static_cast<WordOf<T>*>(from.template in<Space>()), Order)));
}
template <class T, int Order, Scope S, class Space, class X, class A>
SIMT_INLINE void store_atomic(Address<X> to, const A& a) {
  enter(S);
  __atomic_store_n(static_cast<WordOf<T>*>(to.template in<Space>()), get<WordOf<T>>(get<T>(a)),
                   Order);
}

// All parts of a vector at once: a state and its value.
template <class T, std::size_t N>
struct Values {
  T at[N];
};
template <std::size_t Bytes>
using WordOfBytes = std::conditional_t<
    Bytes == 16, unsigned __int128,
    std::conditional_t<Bytes == 8, u64, std::conditional_t<Bytes == 4, u32, u16>>>;
template <class T, int Order, Scope S, class Space, class... Part, class X>
SIMT_INLINE void load_atomic(Vector<Part...>&& parts, Address<X> from) {
  using Word = WordOfBytes<sizeof...(Part) * sizeof(T)>;
  enter(S);
  const auto values =
      __builtin_bit_cast(simt::ptx::Values<T, sizeof...(Part)>,
                         __atomic_load_n(static_cast<Word*>(from.template in<Space>()), Order));
  int i = 0;
  std::apply([&](auto&... part) { (set(part, values.at[i++]), ...); }, parts.elements);
}
template <class T, int Order, Scope S, class Space, class X, class... Part>
SIMT_INLINE void store_atomic(Address<X> to, const Vector<Part...>& parts) {
  using Word = WordOfBytes<sizeof...(Part) * sizeof(T)>;
  enter(S);
  simt::ptx::Values<T, sizeof...(Part)> values;
  int i = 0;
  std::apply([&](const auto&... part) { ((values.at[i++] = get<T>(part)), ...); }, parts.elements);
  __atomic_store_n(static_cast<Word*>(to.template in<Space>()), __builtin_bit_cast(Word, values),
                   Order);
}

// The types that CUDA's functions have. Signed ones of 64 bits are added as unsigned ones.
template <class T>
using AtomicOf =
    std::conditional_t<std::is_same_v<T, u64> || std::is_same_v<T, s64>, unsigned long long, T>;
#define SIMT_PTX_ATOMIC(name, function)                                                        \
  struct name {                                                                                \
    template <class T>                                                                         \
    SIMT_INLINE static T of(void* address, T value) {                                          \
      return static_cast<T>(function(static_cast<AtomicOf<T>*>(address), AtomicOf<T>(value))); \
    }                                                                                          \
  };
SIMT_PTX_ATOMIC(atomic_add_, atomic_add)
SIMT_PTX_ATOMIC(atomic_and_, atomic_and)
SIMT_PTX_ATOMIC(atomic_or_, atomic_or)
SIMT_PTX_ATOMIC(atomic_xor_, atomic_xor)
SIMT_PTX_ATOMIC(atomic_exch_, atomic_exchange)
SIMT_PTX_ATOMIC(atomic_inc_, atomic_increment)
SIMT_PTX_ATOMIC(atomic_dec_, atomic_decrement)
#undef SIMT_PTX_ATOMIC
#define SIMT_PTX_ATOMIC(name, function)                                                           \
  struct name {                                                                                   \
    template <class T>                                                                            \
    SIMT_INLINE static T of(void* address, T value) {                                             \
      using Value = std::conditional_t<                                                           \
          sizeof(T) == 8, std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>, \
          T>;                                                                                     \
      return static_cast<T>(function(static_cast<Value*>(address), Value(value)));                \
    }                                                                                             \
  };
SIMT_PTX_ATOMIC(atomic_min_, atomic_min)
SIMT_PTX_ATOMIC(atomic_max_, atomic_max)
#undef SIMT_PTX_ATOMIC

/// Two or four numbers, atomic each for itself: one request.
template <Scope S, bool Releases, bool Acquires, class Space, class X, class... Part>
SIMT_INLINE void red_each(Address<X> to, const Vector<Part...>& parts) {
  using Values = std::conditional_t<sizeof...(Part) == 4, float4, float2>;
  if (Releases) fence(S);
  enter(S);
  std::apply(
      [&](const auto&... part) {
        atomic_add_to_each(static_cast<Values*>(to.template in<Space>()),
                           Values{get<f32>(part)...});
      },
      parts.elements);
}

// Half precision has one number of 16 bits, or two that are atomic each for itself: one request.
template <int fraction>
SIMT_INLINE Half<fraction> half_sum(Half<fraction> a, Half<fraction> b) {
  return {simt::narrow<fraction>(double{simt::widen<fraction>(a.bits)} +
                                 double{simt::widen<fraction>(b.bits)})};
}
template <int fraction>
SIMT_INLINE HalfPair<fraction> half_sum(HalfPair<fraction> a, HalfPair<fraction> b) {
  return {half_sum(Half<fraction>{a.low}, Half<fraction>{b.low}).bits,
          half_sum(Half<fraction>{a.high}, Half<fraction>{b.high}).bits};
}
template <class T, Scope S, bool Releases, bool Acquires, class Space, class D, class X, class A>
SIMT_INLINE void atom_half(D&& d, Address<X> at, const A& a) {
  if (Releases) fence(S);
  enter(S);
  using Word = std::conditional_t<sizeof(T) == 2, unsigned short, unsigned>;
  auto* const address = static_cast<Word*>(at.template in<Space>());
  const T added = get<T>(a);
  Word old = peek(address), seen = old;
  do {
    old = seen;
    seen = atomic_compare_exchange(address, old,
                                   get<Word>(half_sum(__builtin_bit_cast(T, old), added)));
  } while (seen != old);
  set(d, __builtin_bit_cast(T, old));
  if (Acquires) fence(S);
}

template <class Operation, class T, Scope S, bool Releases, bool Acquires, class Space, class D,
          class X, class A>
SIMT_INLINE void atom(D&& d, Address<X> at, const A& a) {
  if (Releases) fence(S);
  enter(S);
  set(d, Operation::template of<T>(at.template in<Space>(), get<T>(a)));
  if (Acquires) fence(S);
}
template <class T, Scope S, bool Releases, bool Acquires, class Space, class D, class X, class A,
          class B>
SIMT_INLINE void atom_cas(D&& d, Address<X> at, const A& expected, const B& desired) {
  using Value = AtomicOf<T>;
  if (Releases) fence(S);
  enter(S);
  set(d, static_cast<T>(atomic_compare_exchange(static_cast<Value*>(at.template in<Space>()),
                                                Value(get<T>(expected)), Value(get<T>(desired)))));
  if (Acquires) fence(S);
}

}  // namespace simt::ptx
