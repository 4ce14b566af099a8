#include "base/error.h"

#include <atomic>
#include <cstdio>
#include <utility>

#include "base/api_call.h"
#include "base/failed_calls.h"
#include "base/host_thread.h"
#include "base/ignored_errors.h"
#include "base/process.h"
#include "base/symbols.h"
#include "base/worker.h"
#include "cuda_runtime_api.h"

namespace simt {

namespace {

struct ErrorText {
  cudaError_t code;
  const char* name;
  const char* text;
};
constexpr ErrorText kErrors[] = {
#define SIMT_ERROR(name, code, text) {name, #name, text},
#include "simt/error_codes.inc"
#undef SIMT_ERROR
};

const ErrorText* find(cudaError_t code) {
  for (const ErrorText& error : kErrors) {
    if (error.code == code) return &error;
  }
  return nullptr;
}

struct Failures {
  std::atomic<bool> are_ignored{false};
  std::atomic<bool> call_in_host_function_is_reported{false};
};
Failures& failures() { return process().part<Failures>(); }

void record_exit(int status, void*) { failures().are_ignored = status == 0; }

/// Of the host's thread, or of the kernel's that is running.
cudaError_t& own_error() {
  RunningKernel* const kernel = worker().running_kernel;
  return kernel != nullptr ? kernel->last_error() : host_thread().last_error;
}

}  // namespace

cudaError_t result(cudaError_t error) {
  if (error != cudaSuccess && error != cudaErrorNotReady) {
    own_error() = error;
    error_is_new();
    if (worker().running_kernel == nullptr && error == current_device().sticky_error) {
      record_failed_call(ApiCall::current());
    }
  }
  return error;
}

cudaError_t device_error() {
  const void* const function = host_thread().host_function;
  if (function == nullptr) return current_device().sticky_error;
  if (!failures().call_in_host_function_is_reported.exchange(true)) {
    std::fprintf(stderr,
                 "simt: the host function at %s calls CUDA, which must not be called there: it "
                 "gets cudaErrorNotPermitted\n  advice  let the function tell another host thread, "
                 "or put what it wants to do into the stream behind it\n",
                 source_line(static_cast<const char*>(function) + 1).c_str());
  }
  return cudaErrorNotPermitted;
}

void call_host_function(const void* function, const std::function<void()>& call) {
  host_thread().host_function = function;
  call();
  host_thread().host_function = nullptr;
}

bool in_host_function() { return host_thread().host_function != nullptr; }

void kernel_failed(const KernelError& error) {
  cudaError_t none = cudaSuccess;
  if (!current_device().sticky_error.compare_exchange_strong(none, error.code)) return;
  on_exit(&record_exit, nullptr);
  std::fputs(error.report.c_str(), stderr);
}

std::string race_note(const char* setting) {
  return std::string("  note    ") + setting +
         "=off lets the program go on in spite of such races; what it computes then may be wrong, "
         "and on a GPU another value each time\n";
}

bool failure_is_ignored() { return failures().are_ignored; }

void end_after_failure() {
  if (!failure_is_ignored()) return;
  std::fflush(nullptr);
  std::fputs(
      (failed_calls_text() + "simt: the program has an error, see above; the exit code is 1\n")
          .c_str(),
      stderr);
  end_process(1);
}

void reset_device_error() {
  auto& sticky = current_device().sticky_error;
  if (sticky != cudaSuccess) sticky = cudaErrorDevicesUnavailable;
  host_thread().last_error = cudaSuccess;
}

}  // namespace simt

cudaError_t cudaGetLastError() {
  const cudaError_t error = cudaPeekAtLastError();
  simt::own_error() = cudaSuccess;
  return error;
}
cudaError_t cudaPeekAtLastError() {
  if (simt::worker().running_kernel == nullptr && simt::own_error() != cudaSuccess) {
    simt::errors_were_checked();
  }
  return simt::own_error();
}

const char* cudaGetErrorName(cudaError_t error) {
  const simt::ErrorText* found = simt::find(error);
  return found != nullptr ? found->name : "unrecognized error code";
}
const char* cudaGetErrorString(cudaError_t error) {
  const simt::ErrorText* found = simt::find(error);
  return found != nullptr ? found->text : "unrecognized error code";
}
