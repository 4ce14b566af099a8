// With what wasi-libc lacks: wasm/address_space.cpp has it.
#pragma once
#include_next <signal.h>
#ifdef __cplusplus
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
struct siginfo_t {
  void* si_addr;
};
/// The handler of SIGSEGV is called for what mprotect() has forbidden; there are no others.
extern "C++" {
struct sigaction {
  void (*sa_sigaction)(int, siginfo_t*, void*);
  int sa_flags;
};
int sigaction(int signal, const struct sigaction* action, struct sigaction* before);
}
#endif
