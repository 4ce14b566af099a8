#include "simt/execution_space.h"

#include <string>

#include "execution/reports/host_reports.h"
#include "execution/threads/running_thread.h"

namespace simt {

bool host_or_device_is_known_only_at_run_time() { return is_in_kernel(); }

void called_by_host(const char* function) { called_from_host(function); }

void called_by_device(const char* function) {
  stop_kernel(
      cudaErrorLaunchFailure,
      [&] { return std::string(function) + " is a function of the host only (__CUDA_ARCH__)"; },
      __builtin_return_address(0), "declare it in device code, too, or do not call it there");
}

}  // namespace simt
