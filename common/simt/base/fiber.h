/// @file
/// @ingroup simt_base
/// Stackful switches between CUDA threads, in a dozen instructions.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt {

inline constexpr std::size_t kStackBytes = 64 * 1024;
/// Neighbouring stacks start five cache lines apart (modulo the L1 set), so that the frames of a
/// block's threads do not all compete for the same set.
inline constexpr std::size_t kStackStride = kStackBytes + 5 * 64;
/// What must stay free below a frame: the hooks themselves run there.
inline constexpr std::size_t kStackReserve = 4096;

/// Whether a suspended fiber's stack has all that it goes on with, so that two of its states can be compared.
#if defined(__wasm__)
inline constexpr bool kStackIsWhole = false;
#else
inline constexpr bool kStackIsWhole = true;
#endif

/// Prepares a stack whose first switch calls `entry` (which never returns).
void* prepare_stack(void* low, void (*entry)());

#if defined(__wasm__)
/// Saves the caller to `*save` and continues what was saved as `to`.
void switch_fiber(void** save, void* to);
/// Continues `to`; nobody comes back to the caller.
[[noreturn]] void leave_fiber(void* to);
#else
/// Saves the caller to `*save` and continues what was saved as `to`.
///
/// Inline, because the compiler then saves only what is alive (every register is clobbered), and
/// because the return predictor stays right: every thread that enters a barrier is matched by one
/// that leaves it.
[[gnu::always_inline]] inline void switch_fiber(void** save, void* to) {
#if defined(__x86_64__)
  // Needs -mno-red-zone. rbp is saved by hand: it cannot be clobbered where it is a frame pointer.
  asm volatile(
      "pushq %%rbp\n\t"
      "leaq 1f(%%rip), %%rax\n\t"
      "pushq %%rax\n\t"
      "movq %%rsp, (%%rdi)\n\t"
      "movq %%rsi, %%rsp\n\t"
      "popq %%rax\n\t"
      "jmp *%%rax\n"
      "1:\n\t"
      "popq %%rbp"
      : "+D"(save), "+S"(to)
      :
      : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0",
        "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
        "xmm12", "xmm13", "xmm14", "xmm15", "cc", "memory");
#elif defined(__aarch64__)
  register void** x0 asm("x0") = save;
  register void* x1 asm("x1") = to;
  asm volatile(
      "adr x9, 1f\n\t"
      "stp x29, x9, [sp, #-16]!\n\t"
      "mov x10, sp\n\t"
      "str x10, [x0]\n\t"
      "mov sp, x1\n\t"
      "ldp x29, x9, [sp], #16\n\t"
      "br x9\n"
      "1:"
      : "+r"(x0), "+r"(x1)
      :
      : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15",
        "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28",
        "x30", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12",
        "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25",
        "v26", "v27", "v28", "v29", "v30", "v31", "cc", "memory");
#else
#error "the CPU backend runs on x86-64, AArch64 and WebAssembly"
#endif
}

/// Continues `to`; nobody comes back to the caller.
[[noreturn, gnu::always_inline]] inline void leave_fiber(void* to) {
  void* never_resumed;
  switch_fiber(&never_resumed, to);
  __builtin_unreachable();
}
#endif

}  // namespace simt
