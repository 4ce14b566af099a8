/// @file
/// Operands of inline PTX: registers, which have a size and no type, and addresses.
///
/// simt-translate makes one call of each instruction, `simt::ptx::add<s32>(d, a, b)`, with its types as
/// template arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "simt/address_spaces.h"
#include "simt/integer_intrinsics.h"
#include "simt/uncounted.h"

namespace simt::ptx {

// PTX's names of types; one of bits holds any other of its size.
using u8 = std::uint8_t;
using s8 = std::int8_t;
using b8 = std::uint8_t;
using u16 = std::uint16_t;
using s16 = std::int16_t;
using b16 = std::uint16_t;
using u32 = std::uint32_t;
using s32 = std::int32_t;
using b32 = std::uint32_t;
using u64 = std::uint64_t;
using s64 = std::int64_t;
using b64 = std::uint64_t;
using f32 = float;
using f64 = double;
using pred = bool;
using b128 = UnsignedInt128;

/// `.f16` and `.bf16`, known by the bits of their fraction, and pairs of them in a word.
template <int fraction>
struct Half {
  u16 bits;
};
template <int fraction>
struct HalfPair {
  u16 low, high;
};
using f16 = Half<10>;
using bf16 = Half<7>;
using f16x2 = HalfPair<10>;
using bf16x2 = HalfPair<7>;

/// `_`, where nobody wants the result.
struct Sink {};

/// `{a, b, …}`: results, or values; it lives no longer than the call that it is an argument of.
template <class... Element>
struct Vector {
  std::tuple<Element&&...> elements;
};
template <class... Element>
SIMT_INLINE Vector<Element...> vector(Element&&... element) {
  return {{static_cast<Element&&>(element)...}};
}

/// What the register, variable or constant `x` holds, as a T: the same bits where the size is the same.
template <class T, class X>
SIMT_INLINE T get(const X& x) {
  if constexpr (std::is_pointer_v<X>) {
    return get<T>(reinterpret_cast<std::uintptr_t>(x));
  } else if constexpr (std::is_enum_v<X>) {
    return get<T>(static_cast<std::underlying_type_t<X>>(x));
  } else if constexpr (sizeof(X) == sizeof(T)) {
    return __builtin_bit_cast(T, x);
  } else {
    static_assert(std::is_integral_v<X> == std::is_integral_v<T>, "an operand of the wrong size");
    return static_cast<T>(x);
  }
}

/// Puts a value into the register or variable `out`; a wider one gets its sign, or zeros, in front.
template <class T, class Out>
SIMT_INLINE void set(Out&& out, T value) {
  using X = std::remove_reference_t<Out>;
  if constexpr (std::is_same_v<std::remove_const_t<X>, Sink>) {
  } else if constexpr (std::is_pointer_v<X>) {
    out = reinterpret_cast<X>(get<std::uintptr_t>(value));
  } else if constexpr (sizeof(X) == sizeof(T)) {
    out = __builtin_bit_cast(X, value);
  } else {
    static_assert(std::is_integral_v<X> == std::is_integral_v<T>, "a result of the wrong size");
    out = static_cast<X>(value);
  }
}

/// Instructions with `.ftz` take subnormal numbers for zero.
SIMT_INLINE f32 flushed_number(f32 value) {
  return __builtin_fabsf(value) < 0x1p-126f ? __builtin_copysignf(0, value) : value;
}
template <int fraction>
SIMT_INLINE Half<fraction> flushed_number(Half<fraction> value) {
  const bool is_subnormal = (value.bits & 0x7fff) >> fraction == 0;
  return {static_cast<u16>(is_subnormal ? value.bits & 0x8000 : value.bits)};
}
template <int fraction>
SIMT_INLINE HalfPair<fraction> flushed_number(HalfPair<fraction> value) {
  return {flushed_number(Half<fraction>{value.low}).bits,
          flushed_number(Half<fraction>{value.high}).bits};
}
template <class T, class X>
SIMT_INLINE T flushed(const X& x) {
  return flushed_number(get<T>(x));
}
template <class T, class Out>
SIMT_INLINE void flush(Out&& out) {
  set(out, flushed<T>(out));
}

/// Where `[x + offset]` is: in shared memory, addresses count from the start of the block's own.
struct Generic {
  template <class X>
  SIMT_INLINE static void* at(const X& x, std::ptrdiff_t offset) {
    return reinterpret_cast<char*>(get<std::uintptr_t>(x)) +
           offset;  // NOLINT(performance-no-int-to-ptr)
  }
};
struct Shared {
  template <class X>
  SIMT_INLINE static void* at(const X& x, std::ptrdiff_t offset) {
    return to_generic(AddressSpace::kShared,
                      get<std::size_t>(x) + static_cast<std::size_t>(offset));
  }
};

/// `[base + offset]`
template <class X>
struct Address {
  const X& base;
  std::ptrdiff_t offset;
  template <class Space>
  SIMT_INLINE void* in() const {
    return Space::at(base, offset);
  }
};
template <class X>
SIMT_INLINE Address<X> address(const X& base, std::ptrdiff_t offset) {
  return {base, offset};
}

}  // namespace simt::ptx
