#include "base/ignored_errors.h"

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/api_call.h"
#include "base/error.h"
#include "base/host_thread.h"
#include "base/process.h"
#include "base/refusals.h"
#include "base/symbols.h"
#include "base/warning.h"
#include "base/worker.h"
#include "cuda_runtime_api.h"
#include "simt/ignored.h"

namespace simt {
namespace {

constexpr std::size_t kMostLines = 10;

struct IgnoredError {
  std::thread::id thread;
  std::string what;  ///< "the launch of scale at x.cu:7"
  bool is_launch;
  cudaError_t error;
  std::string reason;
  unsigned times = 1;
};

struct IgnoredErrors {
  std::mutex mutex;
  std::vector<IgnoredError> all;
};
IgnoredErrors& ignored_errors() { return process().part<IgnoredErrors>(); }

void record(IgnoredError&& ignored) {
  ignored.thread = std::this_thread::get_id();
  auto& [mutex, all] = ignored_errors();
  const std::lock_guard lock(mutex);
  for (IgnoredError& other : all) {
    if (other.thread == ignored.thread && other.what == ignored.what &&
        other.error == ignored.error) {
      ++other.times;
      return;
    }
  }
  all.push_back(std::move(ignored));
}

std::string text(const IgnoredError& ignored) {
  return ignored.what + " failed with " + cudaGetErrorName(ignored.error) + " (" +
         cudaGetErrorString(ignored.error) + ")" +
         (ignored.times > 1 ? ", " + std::to_string(ignored.times) + " times" : "") +
         ", and the program did not ask\n" +
         (ignored.reason.empty() ? "" : "  reason  " + ignored.reason + "\n") + "  advice  " +
         (ignored.error == cudaErrorNotReady
              ? "there is no time yet: call cudaEventSynchronize() for the second event first\n"
          : ignored.is_launch
              ? "the kernel has not run: look at cudaGetLastError() after every launch\n"
              : "it has done nothing: compare what every call returns with cudaSuccess\n");
}

}  // namespace

void record_failed_launch(const LaunchConfig& config, cudaError_t error) {
  std::string what = "the launch of " + std::string(config.name) + " at " + launch_line(config);
  name_refused_launch(what);
  record({{}, std::move(what), true, error, take_reason("", error)});
}

void operator,(cudaError_t error, Ignored call) noexcept {
  if (error == cudaSuccess) return;
  // That is an answer to a question, but where the time between two events was wanted.
  if (error == cudaErrorNotReady && std::string_view(call.function) != "cudaEventElapsedTime") {
    return;
  }
  // Errors in kernels are not reported at the end; a device that has failed is reported already.
  if (worker().running_kernel != nullptr ||
      std::exchange(host_thread().last_error_is_reported, false))
    return;
  if (!in_host_function() && device_error() != cudaSuccess) return;
  std::string reason = take_reason(call.function, error);
  if (std::string_view(call.function).starts_with("cub::") && error == cudaErrorInvalidValue) {
    reason =
        "CUB refuses temporary storage that is smaller than the first of the two calls, with the "
        "same number of elements, asks for";
  }
  record({{},
          std::string(call.function) + "() at " + readable_path(call.file) + ":" +
              std::to_string(call.line),
          false,
          error,
          std::move(reason)});
}

void errors_were_checked() {
  auto& [mutex, all] = ignored_errors();
  const std::lock_guard lock(mutex);
  std::erase_if(all, [](const IgnoredError& ignored) {
    // cudaGetLastError() does not return that one.
    if (ignored.error == cudaErrorNotReady) return false;
    return ignored.thread == std::this_thread::get_id();
  });
}

void error_is_new() { host_thread().last_error_is_reported = false; }
void error_is_reported() { host_thread().last_error_is_reported = true; }

void report_ignored_errors() {
  auto& [mutex, all] = ignored_errors();
  const std::lock_guard lock(mutex);
  for (std::size_t i = 0; i < std::min(all.size(), kMostLines); ++i) warn(text(all[i]));
  if (all.size() > kMostLines) {
    warn("and " + std::to_string(all.size() - kMostLines) + " more errors that nobody asked for\n");
  }
  const std::string refusal = refusal_that_ended_the_program();
  if (!refusal.empty() && all.empty()) std::fputs(("simt: " + refusal + "\n").c_str(), stderr);
}

}  // namespace simt
