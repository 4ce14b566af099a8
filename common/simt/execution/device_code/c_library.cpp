// Functions that take the place of the C library's for the whole program: in a kernel they are the
// device's, elsewhere they do what the C library's do.
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "simt/c_function.h"
#include "simt/failures.h"
#include "simt/math.h"

#include "execution/threads/running_thread.h"

namespace simt {

void trap() {
  require_kernel("__trap");
  stop_kernel(cudaErrorLaunchFailure, "the kernel stopped itself with __trap()",
              __builtin_return_address(0), "look at the condition that leads there");
}

void missing_ptx(const char* what) {
  require_kernel("inline PTX");
  stop_kernel(
      cudaErrorLaunchFailure,
      [&] { return std::string("the CPU backend does not have the PTX ") + what; },
      __builtin_return_address(0),
      "a library asks for it: there may be another algorithm of the library that does not");
  std::abort();  // a kernel that has failed does not come back
}

}  // namespace simt

extern "C" {

void __assert_fail(const char* expression, const char* file, SIMT_ASSERT_LINE line,
                   const char* function) SIMT_C_FUNCTION {
  if (simt::is_in_kernel()) {
    simt::stop_kernel_with([&] {
      return simt::assertion_report(expression, file, line, function, simt::running_thread());
    });
  }
  std::fflush(stdout);
  std::fprintf(stderr, "%s: %s:%d: %s: Assertion `%s' failed.\n", program_invocation_short_name,
               file, static_cast<int>(line), function, expression);
  std::abort();
}

std::clock_t clock() SIMT_C_FUNCTION {
  if (simt::is_in_kernel()) return static_cast<std::clock_t>(simt::nanoseconds());
  timespec time;
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0) return -1;
  return time.tv_sec * CLOCKS_PER_SEC + time.tv_nsec / (1'000'000'000 / CLOCKS_PER_SEC);
}

}  // extern "C"
