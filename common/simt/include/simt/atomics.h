/// @file
/// `atomicAdd` and its relatives, on the types CUDA gives them.
///
/// The operations themselves are out of line in the runtime: one call per atomic, so that the
/// counters and the reports see the line of the kernel that asked for it.
#pragma once

#include "vector_types.h"

namespace simt {

template <class T>
T atomic_add(T* address, T value);
/// Of float2 and float4 in global memory: one request, but each component is an atomic operation of its own.
template <class T>
T atomic_add_to_each(T* address, T value);
template <class T>
T atomic_exchange(T* address, T value);
template <class T>
T atomic_min(T* address, T value);
template <class T>
T atomic_max(T* address, T value);
template <class T>
T atomic_and(T* address, T value);
template <class T>
T atomic_or(T* address, T value);
template <class T>
T atomic_xor(T* address, T value);
template <class T>
T atomic_compare_exchange(T* address, T expected, T desired);
/// `old >= limit ? 0 : old + 1`
unsigned atomic_increment(unsigned* address, unsigned limit);
/// `old == 0 || old > limit ? limit : old - 1`
unsigned atomic_decrement(unsigned* address, unsigned limit);
/// The next atomic operation of the running thread is one for its block only.
void narrow_scope();
/// It is one for all devices, and the host.
void widen_scope();

}  // namespace simt

// The _block forms narrow who must see the result: the model gives all the widest scope, and its check of
// races tells of a block's in use by others.
#define SIMT_ATOMIC(name, Type, function)                                       \
  [[gnu::always_inline]] inline Type name(Type* address, Type value) {          \
    return simt::function(address, value);                                      \
  }                                                                             \
  [[gnu::always_inline]] inline Type name##_block(Type* address, Type value) {  \
    simt::narrow_scope();                                                       \
    return simt::function(address, value);                                      \
  }                                                                             \
  [[gnu::always_inline]] inline Type name##_system(Type* address, Type value) { \
    simt::widen_scope();                                                        \
    return simt::function(address, value);                                      \
  }
#define SIMT_ATOMIC_CAS(Type)                                                                      \
  [[gnu::always_inline]] inline Type atomicCAS(Type* address, Type expected, Type desired) {       \
    return simt::atomic_compare_exchange(address, expected, desired);                              \
  }                                                                                                \
  [[gnu::always_inline]] inline Type atomicCAS_block(Type* address, Type expected, Type desired) { \
    simt::narrow_scope();                                                                          \
    return simt::atomic_compare_exchange(address, expected, desired);                              \
  }                                                                                                \
  [[gnu::always_inline]] inline Type atomicCAS_system(Type* address, Type expected,                \
                                                      Type desired) {                              \
    simt::widen_scope();                                                                           \
    return simt::atomic_compare_exchange(address, expected, desired);                              \
  }
#define SIMT_ATOMIC_SUB(Type)                                                      \
  [[gnu::always_inline]] inline Type atomicSub(Type* address, Type value) {        \
    return simt::atomic_add(address, static_cast<Type>(0 - value));                \
  }                                                                                \
  [[gnu::always_inline]] inline Type atomicSub_block(Type* address, Type value) {  \
    return simt::atomic_add(address, static_cast<Type>(0 - value));                \
  }                                                                                \
  [[gnu::always_inline]] inline Type atomicSub_system(Type* address, Type value) { \
    simt::widen_scope();                                                           \
    return simt::atomic_add(address, static_cast<Type>(0 - value));                \
  }

#define SIMT_ATOMIC_BITS(Type)             \
  SIMT_ATOMIC(atomicAnd, Type, atomic_and) \
  SIMT_ATOMIC(atomicOr, Type, atomic_or)   \
  SIMT_ATOMIC(atomicXor, Type, atomic_xor)

SIMT_ATOMIC(atomicAdd, int, atomic_add)
SIMT_ATOMIC(atomicAdd, unsigned, atomic_add)
SIMT_ATOMIC(atomicAdd, unsigned long long, atomic_add)
SIMT_ATOMIC(atomicAdd, float, atomic_add)
SIMT_ATOMIC(atomicAdd, double, atomic_add)
SIMT_ATOMIC(atomicAdd, float2, atomic_add_to_each)
SIMT_ATOMIC(atomicAdd, float4, atomic_add_to_each)
SIMT_ATOMIC_SUB(int)
SIMT_ATOMIC_SUB(unsigned)
SIMT_ATOMIC(atomicExch, int, atomic_exchange)
SIMT_ATOMIC(atomicExch, unsigned, atomic_exchange)
SIMT_ATOMIC(atomicExch, unsigned long long, atomic_exchange)
SIMT_ATOMIC(atomicExch, float, atomic_exchange)
SIMT_ATOMIC(atomicMin, int, atomic_min)
SIMT_ATOMIC(atomicMin, unsigned, atomic_min)
SIMT_ATOMIC(atomicMin, long long, atomic_min)
SIMT_ATOMIC(atomicMin, unsigned long long, atomic_min)
SIMT_ATOMIC(atomicMax, int, atomic_max)
SIMT_ATOMIC(atomicMax, unsigned, atomic_max)
SIMT_ATOMIC(atomicMax, long long, atomic_max)
SIMT_ATOMIC(atomicMax, unsigned long long, atomic_max)
SIMT_ATOMIC_BITS(int)
SIMT_ATOMIC_BITS(unsigned)
SIMT_ATOMIC_BITS(unsigned long long)
SIMT_ATOMIC(atomicInc, unsigned, atomic_increment)
SIMT_ATOMIC(atomicDec, unsigned, atomic_decrement)
SIMT_ATOMIC_CAS(int)
SIMT_ATOMIC_CAS(unsigned)
SIMT_ATOMIC_CAS(unsigned long long)
SIMT_ATOMIC_CAS(unsigned short)

#undef SIMT_ATOMIC
#undef SIMT_ATOMIC_CAS
#undef SIMT_ATOMIC_SUB
#undef SIMT_ATOMIC_BITS
