/// @file
/// `memcpy` and `memset`, which CUDA has in device code, `memmove`, and `memcmp` of host code: g++ does
/// not instrument what they do, so they are calls of the model's. So are `malloc` and `free`, `new` and
/// `delete`, for which kernels have a heap of their own. Include this behind <cstring>.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "simt/c_function.h"
#include "simt/uncounted.h"

namespace simt {

// In a kernel they count at the line of the call, as nvcc's code for them would: a request for every
// byte, unless only shared memory and the thread's own variables are involved, whose words go
// whole. On the host they do what the C library's do.
void* copy_memory(void* to, const void* from, std::size_t bytes);
void* move_memory(void* to, const void* from, std::size_t bytes);
void* set_memory(void* to, int value, std::size_t bytes);
void* heap_memory(std::size_t bytes);
void free_memory(void* pointer);
// Host code only.
int compare_memory(const void* a, const void* b, std::size_t bytes);

// The compiler's own names for them. In the standard library they stand in constexpr functions, in
// branches that are not taken when those are evaluated.
template <class = void>
SIMT_INLINE constexpr void* builtin_memcpy(void* to, const void* from, std::size_t bytes) {
  return copy_memory(to, from, bytes);
}
template <class = void>
SIMT_INLINE constexpr void* builtin_memmove(void* to, const void* from, std::size_t bytes) {
  return move_memory(to, from, bytes);
}
template <class = void>
SIMT_INLINE constexpr void* builtin_memset(void* to, int value, std::size_t bytes) {
  return set_memory(to, value, bytes);
}
template <class = void>
SIMT_INLINE constexpr int builtin_memcmp(const void* a, const void* b, std::size_t bytes) {
  return compare_memory(a, b, bytes);
}

}  // namespace simt

#if !defined(__wasm__)  // number_sites sees them: they are instructions
#define __builtin_memcpy(...) ::simt::builtin_memcpy(__VA_ARGS__)
#define __builtin_memmove(...) ::simt::builtin_memmove(__VA_ARGS__)
#define __builtin_memset(...) ::simt::builtin_memset(__VA_ARGS__)
#define __builtin_memcmp(...) ::simt::builtin_memcmp(__VA_ARGS__)
#endif

extern "C" {
[[gnu::gnu_inline]] SIMT_INLINE void* memcpy(void* __restrict to, const void* __restrict from,
                                             std::size_t bytes) SIMT_C_FUNCTION {
  return simt::copy_memory(to, from, bytes);
}
[[gnu::gnu_inline]] SIMT_INLINE void* memmove(void* to, const void* from,
                                              std::size_t bytes) SIMT_C_FUNCTION {
  return simt::move_memory(to, from, bytes);
}
[[gnu::gnu_inline]] SIMT_INLINE void* memset(void* to, int value,
                                             std::size_t bytes) SIMT_C_FUNCTION {
  return simt::set_memory(to, value, bytes);
}
[[gnu::gnu_inline]] SIMT_INLINE void* malloc(std::size_t bytes) SIMT_C_FUNCTION {
  return simt::heap_memory(bytes);
}
[[gnu::gnu_inline]] SIMT_INLINE void free(void* pointer) SIMT_C_FUNCTION {
  simt::free_memory(pointer);
}
[[gnu::gnu_inline]] SIMT_INLINE int memcmp(const void* a, const void* b,
                                           std::size_t bytes) SIMT_C_FUNCTION {
  return simt::compare_memory(a, b, bytes);
}
}

// new and delete: where this file's code calls the operators, the assembler makes it calls of these. Those of
// libraries, which are the host's alone, stay what they are.
#if !defined(__wasm__)  // there number_sites does it
__asm__(
    ".set _Znwm, simt_new\n"
    ".set _Znam, simt_new_array\n"
    ".set _ZnwmRKSt9nothrow_t, simt_new_or_null\n"
    ".set _ZnamRKSt9nothrow_t, simt_new_array_or_null\n"
    ".set _ZnwmSt11align_val_t, simt_new_aligned\n"
    ".set _ZnamSt11align_val_t, simt_new_array_aligned\n"
    ".set _ZdlPv, simt_delete\n"
    ".set _ZdaPv, simt_delete_array\n"
    ".set _ZdlPvm, simt_delete_sized\n"
    ".set _ZdaPvm, simt_delete_array_sized\n"
    ".set _ZdlPvSt11align_val_t, simt_delete_aligned\n"
    ".set _ZdaPvSt11align_val_t, simt_delete_array_aligned\n"
    ".set _ZdlPvmSt11align_val_t, simt_delete_aligned_sized\n"
    ".set _ZdaPvmSt11align_val_t, simt_delete_array_aligned_sized");
#endif
