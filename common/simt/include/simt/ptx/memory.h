/// @file
/// Inline PTX: loads, stores, and addresses. Each access counts at the kernel's line.
#pragma once

#include "simt/groups.h"
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
template <class T, class Space, class... Part, class X>
SIMT_INLINE void load_volatile(Vector<Part...>&& parts, Address<X> from) {
  const auto* next = static_cast<const volatile T*>(from.template in<Space>());
  std::apply([&](auto&... part) { (set(part, static_cast<T>(*next++)), ...); }, parts.elements);
}
template <class T, class Space, class X, class... Part>
SIMT_INLINE void store_volatile(Address<X> to, const Vector<Part...>& parts) {
  auto* next = static_cast<volatile T*>(to.template in<Space>());
  std::apply([&](const auto&... part) { ((*next++ = get<T>(part)), ...); }, parts.elements);
}
/// Says something about caches or registers, of which there are none here.
template <class... X>
SIMT_INLINE void hint(const X&...) {}
template <class D, class... X>
SIMT_INLINE void no_policy(D&& d, const X&...) {
  set(d, u64{0});
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
using simt::AddressSpace;
template <AddressSpace space, class P, class A>
SIMT_INLINE void isspacep(P&& p, const A& a) {
  set(p, is_in(space, Generic::at(a, 0)));
}

// What another block of the cluster has at the place where the caller's block has `a`.
template <class D, class A, class B>
SIMT_INLINE void mapa(D&& d, const A& a, const B& rank) {
  set(d, get<u64>(map_shared_rank(Generic::at(a, 0), get<u32>(rank))));
}
template <class T, class D, class A, class B>
SIMT_INLINE void mapa_shared(D&& d, const A& a, const B& rank) {
  set(d, static_cast<T>(from_generic(AddressSpace::kShared,
                                     map_shared_rank(Shared::at(a, 0), get<u32>(rank)))));
}
template <class Space, class D, class A>
SIMT_INLINE void getctarank(D&& d, const A& a) {
  set(d, u32{query_shared_rank(Space::at(a, 0))});
}

}  // namespace simt::ptx
