/// @file
/// What the translator puts behind the declaration of an array in a kernel, so that the model knows
/// which accesses are to local memory.
#pragma once

#include <cstddef>
#include <type_traits>

#include "simt/uncounted.h"

namespace simt {

/// What the registers of a thread can hold at most.
inline constexpr std::size_t kRegisterBytes = 255 * 4;

/// @param number of the declaration in its file
/// @param is_local whether the source alone says that
/// registers cannot hold it: by its size, or by an index that is no constant.
void declare_local_array(volatile void* array, std::size_t bytes, unsigned number, bool is_local);

template <class T, std::size_t N>
SIMT_INLINE constexpr void local_array(T (&array)[N], unsigned number, bool is_local) {
  if (__builtin_is_constant_evaluated()) return;
  // g++ warns of uninitialised arrays where a const pointer is taken.
  declare_local_array(const_cast<volatile void*>(static_cast<const volatile void*>(array)),
                      sizeof(array), number, is_local);
}
/// `a * b[i];` reads like the declaration of an array b; what is none is left alone.
template <class T>
SIMT_INLINE constexpr void local_array(const volatile T&, unsigned, bool) {}

/// (In a function of its own: C++17 wants no asm in a constexpr one.)
template <class Pointer>
SIMT_INLINE Pointer hidden_address(Pointer address) {
  asm("" : "+r"(address));
  return address;
}

/// What the translator puts around the operand of a cast to another pointer type, if that is a variable of the
/// device: its address, of which the compiler knows no more than the type.
template <class T>
SIMT_INLINE constexpr decltype(auto) hidden_place(T&& place) {
  using Place = std::remove_reference_t<T>;
  constexpr bool is_address = std::is_pointer_v<Place> && !std::is_lvalue_reference_v<T>;
  if constexpr (std::is_array_v<Place> || is_address) {
    std::decay_t<T> address = place;
    return __builtin_is_constant_evaluated() ? address : hidden_address(address);
  } else {
    return static_cast<T&&>(place);
  }
}

}  // namespace simt
