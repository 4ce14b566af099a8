/// @file
/// The execution space that code runs in, host or device: the translator calls this in functions whose
/// text differs between the two. (The macro that makes it differ is not named here, since a file that
/// names it is read twice.)
#pragma once

#include "simt/uncounted.h"

namespace simt {

/// Is a kernel running on this OS thread? g++ names the function where it needs a constant.
bool host_or_device_is_known_only_at_run_time();
/// Reports a call, by code that nvcc would not have let see the function, and ends it.
void called_by_host(const char* function);
void called_by_device(const char* function);

// Templates, so that constexpr functions may call them.

/// Picks one of a function's two bodies.
template <class = void>
SIMT_UNCOUNTED_INLINE constexpr bool in_device_code() {
  return host_or_device_is_known_only_at_run_time();
}
template <class = void>
SIMT_UNCOUNTED_INLINE constexpr void only_for_host(const char* function) {
  if (!__builtin_is_constant_evaluated() && in_device_code()) called_by_device(function);
}
template <class = void>
SIMT_UNCOUNTED_INLINE constexpr void only_for_device(const char* function) {
  if (!__builtin_is_constant_evaluated() && !in_device_code()) called_by_host(function);
}

}  // namespace simt
