/// @file
/// What memory is declared as. An access of a struct is as many instructions as its alignment asks
/// for, and the compiler's hooks do not tell the alignment: the memory's elements do.
#pragma once

#include <cstddef>
#include <type_traits>

#include "simt/uncounted.h"

namespace simt {

/// Size and alignment, in bytes, of what a range of memory is an array of.
struct Elements {
  unsigned bytes = 0;  ///< 0: not known, or bytes that may be anything
  unsigned alignment = 0;
  bool is_class = false;  ///< a struct, a class or a union: some of its bytes may never be written
  /// Whether accesses of whole elements are not what their size alone would say.
  constexpr bool are_structs() const { return bytes > alignment; }
  /// Whether a read of `width` bytes is one of a number, all of whose bytes somebody has to write.
  constexpr bool are_numbers(unsigned width) const { return !is_class && width <= bytes; }
};

template <class T, class = void>
inline constexpr bool kIsComplete = false;
template <class T>
inline constexpr bool kIsComplete<T, std::void_t<decltype(sizeof(T))>> = true;

/// What an array of `T` (or of arrays of it) is made of.
template <class T>
SIMT_CONSTEVAL Elements elements_of() {
  using Element = std::remove_cv_t<std::remove_all_extents_t<T>>;
  if constexpr (std::is_void_v<Element> || std::is_function_v<Element>) {
    return {};
  } else if constexpr (kIsComplete<Element>) {
    if (sizeof(Element) > 1) {
      return {sizeof(Element), alignof(Element),
              std::is_class_v<Element> || std::is_union_v<Element>};
    }
  }
  return {};
}

/// Notes what the allocation at `pointer` is an array of.
void declare_elements(const void* pointer, Elements elements);

/// Notes what [begin, begin + bytes), a variable, is an array of.
void declare_elements(const volatile void* begin, std::size_t bytes, Elements elements);

/// The same, of a `__device__`, `__constant__` or `__managed__` variable.
template <class T>
SIMT_UNCOUNTED constexpr bool declare_variable(const volatile T& variable) {
  if constexpr (elements_of<T>().are_structs()) {
    declare_elements(&variable, sizeof(T), elements_of<T>());
  }
  return true;
}

/// The same, of what a function of the runtime has allocated, unless that failed. @return `error`.
template <class T, class Error>
SIMT_UNCOUNTED Error declared(T** pointer, Error error) {
  if constexpr (elements_of<T>().bytes > 0) {
    if (error == Error{}) declare_elements(*pointer, elements_of<T>());
  }
  return error;
}

}  // namespace simt
