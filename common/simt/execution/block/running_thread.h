/// @file
/// @ingroup simt_execution
/// The running CUDA thread, for code that needs nothing else of its block.
#pragma once

#include <cstdint>
#include <string_view>

#include "driver_types.h"

#include "base/error.h"
#include "base/trace_event.h"
#include "base/worker.h"
#include "execution/reports/host_reports.h"
#include "execution/reports/report.h"

namespace simt {

struct Grid;

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
/// The launch that it belongs to.
Grid& running_grid();
/// Records an access to global memory for the race checks only; it is not counted.
void record_access(std::uintptr_t address, Access access, const void* site);

/// Stops the running block with a report; does not return. The error need not be the block's own. The report must be
/// made with recording off (Unrecorded): the program may have instrumented copies of std::string's functions.
[[noreturn]] void stop_kernel(KernelError&& error);
/// The same with an error_report() of the running thread.
[[noreturn]] void stop_kernel(cudaError_t code, std::string_view what, const void* site,
                              std::string_view advice);

}  // namespace simt
