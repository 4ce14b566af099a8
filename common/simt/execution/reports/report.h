/// @file
/// @ingroup simt_execution
/// The form of every report about a stopped kernel: what happened, where, in which thread of which
/// kernel, and what to do about it.
#pragma once

#include <string>
#include <string_view>

#include "simt/launch.h"

#include "base/error.h"
#include "base/trace_event.h"

namespace simt {

/// A thread that a report names.
struct ThreadPlace {
  const LaunchConfig& launch;
  uint3 thread;
  uint3 block;
};

/// "block (0,0,0)"
std::string block_text(const uint3& block);
/// "thread (0,0,0) of block (0,0,0)"
std::string thread_text(const ThreadPlace& place);
/// "read of ", for what follows.
std::string verb_of(Op op);
/// Ends the report with the kernel's line.
KernelError complete_report(cudaError_t code, std::string text, const LaunchConfig& launch);
/// @param what one line
/// @param advice what to do about it
KernelError error_report(cudaError_t code, std::string_view what, const void* site,
                         const ThreadPlace& by, std::string_view advice);
/// As `error_report`. @param site the line of code, or lines in place of it
KernelError error_report(cudaError_t code, std::string_view what, const std::string& site,
                         const ThreadPlace& by, std::string_view advice);
/// A failed assert(), in the words of CUDA.
KernelError assertion_report(const char* expression, const char* file, unsigned line,
                             const char* function, const ThreadPlace& by);

}  // namespace simt
