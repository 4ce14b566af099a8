/// @file
/// How a function of the model's own is counted: not at all, or as a part of the kernel that calls it.
///
/// The templates among these functions that inline functions call return `auto`: g++ compiles such a one where it is
/// called, so a precompiled header has it, and the others at the end of each file.
#pragma once

#include <type_traits>

#define SIMT_UNCOUNTED __attribute__((no_sanitize("thread"), no_sanitize_coverage))
#define SIMT_INLINE [[gnu::always_inline]] inline
#define SIMT_UNCOUNTED_INLINE [[gnu::always_inline]] SIMT_UNCOUNTED inline

/// A function that is gone when the program runs.
#ifdef __cpp_consteval
#define SIMT_CONSTEVAL consteval
#else
#define SIMT_CONSTEVAL SIMT_UNCOUNTED_INLINE constexpr
#endif

namespace simt {
/// As in C++20; programs may be of C++17.
template <class T>
using remove_cvref_t = std::remove_cv_t<std::remove_reference_t<T>>;
}  // namespace simt
