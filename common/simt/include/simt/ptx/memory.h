/// @file
/// Inline PTX: loads, stores and atomics. Each is one access at the kernel's line.
#pragma once

#include "simt/atomics.h"
#include "simt/builtins.h"
#include "simt/ptx/operands.h"

namespace simt::ptx {

/// Elements of one vector access.
template <class T, unsigned N>
struct Packed {
  typedef T Type __attribute__((vector_size(N * sizeof(T)), may_alias));
};
template <class T>
struct Packed<T, 1> {
  typedef T Type __attribute__((may_alias));
};

// The empty asm keeps g++ from dropping a store that a later one overwrites, or a load that polls.
template <class T, class Space, class D, class X>
SIMT_INLINE void load(D&& d, Address<X> from) {
  asm volatile("" ::: "memory");
  set(d,
      static_cast<T>(*static_cast<const typename Packed<T, 1>::Type*>(from.template in<Space>())));
}
template <class T, class Space, class... Part, class X>
SIMT_INLINE void load(Vector<Part...>&& parts, Address<X> from) {
  asm volatile("" ::: "memory");
  const auto value =
      *static_cast<const typename Packed<T, sizeof...(Part)>::Type*>(from.template in<Space>());
  int i = 0;
  std::apply([&](auto&... part) { (set(part, static_cast<T>(value[i++])), ...); }, parts.elements);
}
template <class T, class Space, class X, class A>
SIMT_INLINE void store(Address<X> to, const A& a) {
  *static_cast<typename Packed<T, 1>::Type*>(to.template in<Space>()) = get<T>(a);
  asm volatile("" ::: "memory");
}
template <class T, class Space, class X, class... Part>
SIMT_INLINE void store(Address<X> to, const Vector<Part...>& parts) {
  typename Packed<T, sizeof...(Part)>::Type value;
  int i = 0;
  std::apply([&](const auto&... part) { ((value[i++] = get<T>(part)), ...); }, parts.elements);
  *static_cast<typename Packed<T, sizeof...(Part)>::Type*>(to.template in<Space>()) = value;
  asm volatile("" ::: "memory");
}
template <class T, class Space, class D, class X>
SIMT_INLINE void load_volatile(D&& d, Address<X> from) {
  set(d, static_cast<T>(*static_cast<const volatile T*>(from.template in<Space>())));
}
template <class T, class Space, class X, class A>
SIMT_INLINE void store_volatile(Address<X> to, const A& a) {
  *static_cast<volatile T*>(to.template in<Space>()) = get<T>(a);
}
template <class X>
SIMT_INLINE void prefetch(Address<X>) {}

constexpr int kRelaxed = __ATOMIC_RELAXED, kAcquire = __ATOMIC_ACQUIRE, kRelease = __ATOMIC_RELEASE;
/// Whose atomics see each other.
enum class Scope { kBlock, kDevice };
SIMT_INLINE void enter(Scope scope) {
  if (scope == Scope::kBlock) narrow_scope();
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

/// Addresses of shared memory and generic ones.
template <class T, class D, class A>
SIMT_INLINE void cvta_to_shared(D&& d, const A& a) {
  set(d, static_cast<T>(from_generic(AddressSpace::kShared, Generic::at(a, 0))));
}
template <class T, class D, class A>
SIMT_INLINE void cvta_shared(D&& d, const A& a) {
  set(d, get<T>(Shared::at(a, 0)));
}

}  // namespace simt::ptx
