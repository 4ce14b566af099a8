/// @file
/// @ingroup simt_execution
/// The running CUDA thread, for code that needs nothing else of its block.
#pragma once

#include <concepts>
#include <cstdint>

#include "driver_types.h"

#include "base/error.h"
#include "base/trace_event.h"
#include "base/worker.h"
#include "execution/reports/host_reports.h"
#include "execution/reports/report.h"

namespace simt {

struct BlockIdentity;
struct BlockThreads;
struct Grid;
class LocalArrays;

/// The block of the running thread, as this header needs it.
class RunningBlock : public RunningKernel {
 public:
  virtual const BlockIdentity& identity() const = 0;
  virtual BlockThreads& threads() = 0;
  virtual void record_access(std::uintptr_t address, Access access, const void* site) = 0;
  [[noreturn]] virtual void fail(KernelError&& error) = 0;

 protected:
  ~RunningBlock() = default;
};

/// Whether the caller is a kernel; false on the program's own threads.
inline bool is_in_kernel() { return worker().running_kernel != nullptr; }

/// Reports a call from host code, and ends the process.
inline void require_kernel(const char* function) {
  if (!is_in_kernel()) [[unlikely]]
    called_from_host(function);
}

/// For a report of what the running thread does.
ThreadPlace running_thread();
/// Its number in the block, x fastest.
unsigned running_thread_number();
/// The arrays that it has declared; null: none.
const LocalArrays* running_thread_arrays();
/// The launch that it belongs to.
Grid& running_grid();
/// Records an access to global memory for the race checks only; it is not counted.
void record_access(std::uintptr_t address, Access access, const void* site);

/// For stop_kernel_with().
[[noreturn]] void fail_running_block(KernelError&& error);

/// Stops the running block with the report that `make` returns; does not return. The error need not be the block's own.
/// Nothing is recorded meanwhile: the program may have instrumented copies of std::string's functions.
template <std::invocable Make>
[[noreturn, gnu::cold, gnu::noinline]] void stop_kernel_with(Make&& make) {
  const Unrecorded unrecorded;
  fail_running_block(make());
}
/// Stops it with an error_report() of the running thread. @param what returns its first line, or is that
template <std::invocable What>
[[noreturn]] void stop_kernel(cudaError_t code, What&& what, const void* site, const char* advice) {
  stop_kernel_with([&] { return error_report(code, what(), site, running_thread(), advice); });
}
[[noreturn]] inline void stop_kernel(cudaError_t code, const char* what, const void* site,
                                     const char* advice) {
  stop_kernel(
      code, [what] { return what; }, site, advice);
}

}  // namespace simt
