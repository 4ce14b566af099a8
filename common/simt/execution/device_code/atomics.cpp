#include "simt/atomics.h"

#include <type_traits>

#include "base/address_map.h"
#include "base/trace_event.h"
#include "cuda_bf16.h"
#include "execution/device_code/hooks.h"
#include "execution/threads/running_thread.h"

namespace simt {
namespace {

template <std::size_t Bytes>
struct WordOf;
template <>
struct WordOf<2> {
  using Type = unsigned short;
};
template <>
struct WordOf<4> {
  using Type = unsigned;
};
template <>
struct WordOf<8> {
  using Type = unsigned long long;
};

/// Atomically replaces `*address` by `next(*address)`, and returns the old value.
template <class T, class Next>
T update(T* address, Next next) {
  using Word = typename WordOf<sizeof(T)>::Type;
  auto* word = reinterpret_cast<Word*>(address);
  Word old = __atomic_load_n(word, __ATOMIC_RELAXED);
  for (;;) {
    const T value = __builtin_bit_cast(T, old);
    const Word desired = __builtin_bit_cast(Word, next(value));
    if (__atomic_compare_exchange_n(word, &old, desired, true, __ATOMIC_SEQ_CST,
                                    __ATOMIC_RELAXED)) {
      return value;
    }
  }
}

}  // namespace

#define SIMT_COUNT_ACCESS_THAT(...)                                                  \
  const AtomicAccess counted(address, sizeof(*address), __builtin_return_address(0), \
                             __builtin_dwarf_cfa(), __VA_ARGS__)
#define SIMT_COUNT_ACCESS SIMT_COUNT_ACCESS_THAT(ReadKind::kNumber)

template <class T>
T atomic_add(T* address, T value) {
  SIMT_COUNT_ACCESS;
  if constexpr (std::is_integral_v<T>) {
    return __atomic_fetch_add(address, value, __ATOMIC_SEQ_CST);
  } else {
    return update(address, [=](T old) { return old + value; });
  }
}
template <class T>
T atomic_add_to_each(T* address, T value) {
  if (worker().recorder.cursor != nullptr &&
      is_any_shared(reinterpret_cast<std::uintptr_t>(address))) {
    stop_kernel(cudaErrorInvalidAddressSpace, "atomicAdd() of a float2 or float4 in shared memory",
                __builtin_return_address(0),
                "in shared memory, add the components one by one: CUDA has this one for "
                "global memory only");
  }
  SIMT_COUNT_ACCESS;
  const auto add = [](float* to, float summand) {
    return update(to, [=](float old) { return old + summand; });
  };
  T old;
  old.x = add(&address->x, value.x);
  old.y = add(&address->y, value.y);
  if constexpr (sizeof(T) == sizeof(float4)) {
    old.z = add(&address->z, value.z);
    old.w = add(&address->w, value.w);
  }
  return old;
}
template <class T>
T atomic_exchange(T* address, T value) {
  SIMT_COUNT_ACCESS_THAT(ReadKind::kNone);
  return update(address, [=](T) { return value; });
}
template <class T>
T atomic_min(T* address, T value) {
  SIMT_COUNT_ACCESS;
  return update(address, [=](T old) { return value < old ? value : old; });
}
template <class T>
T atomic_max(T* address, T value) {
  SIMT_COUNT_ACCESS;
  return update(address, [=](T old) { return old < value ? value : old; });
}
template <class T>
T atomic_and(T* address, T value) {
  SIMT_COUNT_ACCESS;
  return __atomic_fetch_and(address, value, __ATOMIC_SEQ_CST);
}
template <class T>
T atomic_or(T* address, T value) {
  SIMT_COUNT_ACCESS;
  return __atomic_fetch_or(address, value, __ATOMIC_SEQ_CST);
}
template <class T>
T atomic_xor(T* address, T value) {
  SIMT_COUNT_ACCESS;
  return __atomic_fetch_xor(address, value, __ATOMIC_SEQ_CST);
}
template <class T>
T atomic_compare_exchange(T* address, T expected, T desired) {
  AtomicAccess counted(address, sizeof(*address), __builtin_return_address(0),
                       __builtin_dwarf_cfa(), ReadKind::kNumber, kNoOrder, true);
  if (!__atomic_compare_exchange_n(address, &expected, desired, false, __ATOMIC_SEQ_CST,
                                   __ATOMIC_SEQ_CST)) {
    counted.has_not_written();
  }
  return expected;
}
unsigned atomic_increment(unsigned* address, unsigned limit) {
  SIMT_COUNT_ACCESS;
  return update(address, [=](unsigned old) { return old >= limit ? 0u : old + 1; });
}
unsigned atomic_decrement(unsigned* address, unsigned limit) {
  SIMT_COUNT_ACCESS;
  return update(address, [=](unsigned old) { return old == 0 || old > limit ? limit : old - 1; });
}

using LongLong = long long;
using UnsignedLongLong = unsigned long long;
#define SIMT_INSTANTIATE(function, T) template T function<T>(T*, T)
#define SIMT_INSTANTIATE_BITS(T)   \
  SIMT_INSTANTIATE(atomic_and, T); \
  SIMT_INSTANTIATE(atomic_or, T);  \
  SIMT_INSTANTIATE(atomic_xor, T)
#define SIMT_INSTANTIATE_ORDER(T)  \
  SIMT_INSTANTIATE(atomic_min, T); \
  SIMT_INSTANTIATE(atomic_max, T)

SIMT_INSTANTIATE(atomic_add, int);
SIMT_INSTANTIATE(atomic_add, unsigned);
SIMT_INSTANTIATE(atomic_add, UnsignedLongLong);
SIMT_INSTANTIATE(atomic_add, float);
SIMT_INSTANTIATE(atomic_add, double);
SIMT_INSTANTIATE(atomic_add, __half);
SIMT_INSTANTIATE(atomic_add, __half2);
SIMT_INSTANTIATE(atomic_add, __nv_bfloat16);
SIMT_INSTANTIATE(atomic_add, __nv_bfloat162);
SIMT_INSTANTIATE(atomic_add_to_each, float2);
SIMT_INSTANTIATE(atomic_add_to_each, float4);
SIMT_INSTANTIATE(atomic_exchange, int);
SIMT_INSTANTIATE(atomic_exchange, unsigned);
SIMT_INSTANTIATE(atomic_exchange, UnsignedLongLong);
SIMT_INSTANTIATE(atomic_exchange, float);
SIMT_INSTANTIATE_ORDER(int);
SIMT_INSTANTIATE_ORDER(unsigned);
SIMT_INSTANTIATE_ORDER(LongLong);
SIMT_INSTANTIATE_ORDER(UnsignedLongLong);
SIMT_INSTANTIATE_BITS(int);
SIMT_INSTANTIATE_BITS(unsigned);
SIMT_INSTANTIATE_BITS(UnsignedLongLong);
template int atomic_compare_exchange<int>(int*, int, int);
template unsigned atomic_compare_exchange<unsigned>(unsigned*, unsigned, unsigned);
template UnsignedLongLong atomic_compare_exchange<UnsignedLongLong>(UnsignedLongLong*,
                                                                    UnsignedLongLong,
                                                                    UnsignedLongLong);
template unsigned short atomic_compare_exchange<unsigned short>(unsigned short*, unsigned short,
                                                                unsigned short);

}  // namespace simt
