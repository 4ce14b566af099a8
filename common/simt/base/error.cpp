#include "base/error.h"

#include <atomic>
#include <cstdio>
#include <utility>

#include "base/ignored_errors.h"
#include "base/process.h"
#include "base/running_kernel.h"
#include "base/symbols.h"
#include "cuda_runtime_api.h"

namespace simt {

__thread RunningKernel* running_kernel;

namespace {

thread_local cudaError_t last_error = cudaSuccess;
thread_local const void* host_function = nullptr;  ///< that this thread is in
std::atomic<cudaError_t> sticky{cudaSuccess};

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

std::atomic<bool> is_ignored{false};
void note_exit(int status, void*) { is_ignored = status == 0; }

/// Of the host's thread, or of the kernel's that is running.
cudaError_t& own_error() {
  return running_kernel != nullptr ? running_kernel->last_error() : last_error;
}

}  // namespace

cudaError_t result(cudaError_t error) {
  if (error != cudaSuccess && error != cudaErrorNotReady) {
    own_error() = error;
    error_is_new();
  }
  return error;
}

cudaError_t device_error() {
  if (host_function == nullptr) return sticky.load();
  static std::atomic<bool> is_printed{false};
  if (!is_printed.exchange(true)) {
    std::fprintf(stderr,
                 "simt: the host function at %s calls CUDA, which must not be called there: it "
                 "gets cudaErrorNotPermitted\n  advice  let the function tell another host thread, "
                 "or put what it wants to do into the stream behind it\n",
                 source_line(static_cast<const char*>(host_function) + 1).c_str());
  }
  return cudaErrorNotPermitted;
}

void call_host_function(const void* function, const std::function<void()>& call) {
  host_function = function;
  call();
  host_function = nullptr;
}

bool in_host_function() { return host_function != nullptr; }

void kernel_failed(const KernelError& error) {
  cudaError_t none = cudaSuccess;
  if (!sticky.compare_exchange_strong(none, error.code)) return;
  on_exit(&note_exit, nullptr);
  std::fputs(error.report.c_str(), stderr);
}

bool failure_is_ignored() { return is_ignored; }

void end_after_failure() {
  if (!is_ignored) return;
  std::fflush(nullptr);
  std::fputs("simt: the program has an error, see above; the exit code is 1\n", stderr);
  end_process(1);
}

void reset_device_error() {
  if (sticky.load() != cudaSuccess) sticky = cudaErrorDevicesUnavailable;
  last_error = cudaSuccess;
}

}  // namespace simt

cudaError_t cudaGetLastError() {
  const cudaError_t error = cudaPeekAtLastError();
  simt::own_error() = cudaSuccess;
  return error;
}
cudaError_t cudaPeekAtLastError() {
  if (simt::running_kernel == nullptr && simt::own_error() != cudaSuccess) {
    simt::errors_were_asked_for();
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
