#include "execution/workers/crash.h"

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <string>

#include "base/call_chain.h"
#include "base/process.h"
#include "base/symbol_table.h"
#include "base/symbols.h"
#include "execution/reports/report.h"
#include "execution/threads/running_thread.h"

namespace simt {
namespace {

constexpr std::size_t kCrashStackBytes = 256 * 1024;

/// The instruction that has failed, as a call's return address would tell it.
const void* failed_at(const void* context) {
  const mcontext_t& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  const auto pc = static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
#else
  const auto pc = static_cast<std::uintptr_t>(machine.pc);
#endif
  return reinterpret_cast<const void*>(pc + 1);
}

/// What a signal means, in a kernel and in host code.
struct Meaning {
  int signal;
  const char* kernel;
  const char* advice;  ///< for the kernel
  const char* host;
};
constexpr Meaning kMemory = {
    SIGSEGV,
    "the kernel has written over its own stack, or uses an address at which there is no memory",
    "look for an index or a pointer that leaves a local variable, or a struct of the thread's own",
    "uses an address at which there is no memory: a segmentation fault"};
constexpr Meaning kMeanings[] = {
    kMemory,
    {SIGBUS, kMemory.kernel, kMemory.advice, kMemory.host},
    {SIGFPE,
     "integer division by zero, or a quotient that does not fit (the smallest number by -1)",
     "compare the divisor with 0 before the division: a GPU does not stop there, its quotient is "
     "some number",
     "divides an integer by zero, or the smallest number by -1"},
    {SIGILL, "the kernel stops itself, by __builtin_trap() or where code cannot be reached",
     "look for what leads there; in a kernel, assert() tells more",
     "stops itself, by __builtin_trap() or where code cannot be reached"}};

const Meaning& meaning_of(int signal) {
  for (const Meaning& meaning : kMeanings) {
    if (meaning.signal == signal) return meaning;
  }
  return kMemory;
}

/// The line is unknown if the thread has jumped to where there is no code: then the last recorded one is reported.
[[noreturn]] void report_kernel(const Meaning& meaning, const void* pc) {
  const TraceEvent* const last = worker().recorder.cursor;
  worker().recorder.cursor = nullptr;
  if (function_at(pc) == nullptr && last != nullptr) pc = pc_of(last[-1].key);
  const KernelError error =
      error_report(cudaErrorIllegalAddress, meaning.kernel, pc, running_thread(), meaning.advice);
  std::fputs(error.report.c_str(), stderr);
  end_process(1);
}

void crashed(int signal, siginfo_t* info, void* context) {
  ::signal(signal, SIG_DFL);  // NOLINT(cert-err33-c): a second one ends the process
  if (info->si_code <= 0) {   // sent, as by raise(): there is no instruction to be tried again
    raise(signal);            // NOLINT(cert-err33-c): is there when this returns
    return;
  }
  alarm(10);  // whatever was locked when it happened
  const void* const pc = failed_at(context);
  if (is_in_kernel()) report_kernel(meaning_of(signal), pc);
  std::string line = function_at(pc) == nullptr ? "" : source_line(pc);
  const bool is_own = !line.empty() && is_line(line);
  if (!is_own) line = innermost_line();
  std::fprintf(stderr, "simt: host code%s %s%s\n%s%s%s%s", is_own ? "" : ", or what it calls,",
               meaning_of(signal).host, is_own ? "" : " in a library",
               line.empty() ? "" : "  at      ", line.c_str(), line.empty() ? "" : "\n",
               is_own || meaning_of(signal).host != kMemory.host
                   ? ""
                   : "  advice  look for a null pointer that was handed on, and for a copy into "
                     "memory of the host that is too small for it\n");
  // The instruction is tried again, and the process ends as it would have.
}

/// Unless there is a handler already, of a sanitizer for example.
[[gnu::constructor]] void install() {
  for (const Meaning& meaning : kMeanings) {
    struct sigaction action = {};
    if (sigaction(meaning.signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) continue;
    action = {};
    action.sa_sigaction = crashed;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(meaning.signal, &action, nullptr);
  }
  use_crash_stack();
}

}  // namespace

void use_crash_stack() {
  void* const stack = mmap(nullptr, kCrashStackBytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stack == MAP_FAILED) return;
  stack_t description = {};
  description.ss_sp = stack;
  description.ss_size = kCrashStackBytes;
  sigaltstack(&description, nullptr);
}

}  // namespace simt
