#include "execution/reports/launch_reports.h"

#include <algorithm>
#include <iterator>

#include "base/static_memory.h"
#include "base/symbols.h"
#include "memory/whereabouts.h"

namespace simt {
namespace {

/// Whether CUDA has this function in kernels, too.
bool is_for_kernels(std::string_view function) {
  static constexpr std::string_view kFunctions[] = {
      "cudaMemcpyAsync", "cudaMemcpy2DAsync",   "cudaMemcpy3DAsync",
      "cudaMemsetAsync", "cudaMemset2DAsync",   "cudaMemset3DAsync",
      "cudaEventRecord", "cudaStreamWaitEvent", "cudaEventRecordWithFlags"};
  return std::find(std::begin(kFunctions), std::end(kFunctions), function) != std::end(kFunctions);
}

}  // namespace

KernelError private_argument_report(const LaunchConfig& child, const char* what,
                                    const ThreadPlace& by) {
  return error_report(cudaErrorIllegalAddress,
                      std::string("a launch of ") + child.name + " passes a pointer to " + what,
                      launch_line(child), by,
                      "a child grid sees global memory only: local variables belong to their "
                      "thread, shared memory to its block");
}

KernelError foreign_stream_report(const LaunchConfig& child, const ThreadPlace& by) {
  return error_report(
      cudaErrorLaunchFailure,
      std::string("a launch of ") + child.name + " goes into a stream that this grid has not made",
      launch_line(child), by,
      "a stream belongs to the grid that has made it: not to its children, nor is "
      "one of the host's for kernels; make one here with cudaStreamCreateWithFlags()");
}

KernelError host_function_report(const char* function, const void* site, const void* last,
                                 const ThreadPlace& by) {
  const bool missing = site != nullptr && is_for_kernels(function);
  return complete_report(
      cudaErrorLaunchFailure,
      (missing ? std::string("simt: a kernel calls ") + function +
                     ", which the CPU backend does not have in kernels yet\n"
               : "simt: a kernel calls a function of the CUDA runtime that only host code can "
                 "call\n") +
          (site != nullptr ? "  at      " + source_line(site) + ", " + function
                           : "  after   " + source_line(last)) +
          "\n  by      " + thread_text(by) +
          (missing ? "\n  advice  on a GPU a kernel may call it; here let a kernel of yours do the "
                     "same, or the host\n"
                   : "\n  advice  a kernel cannot wait for the device: what has to come after its "
                     "children goes into the tail stream, or back to the host\n"),
      by.launch);
}

KernelError symbol_argument_report(const LaunchConfig& config, const void* pointer) {
  return complete_report(cudaErrorIllegalAddress,
                         "simt: a kernel gets the host's address of a variable of the device: " +
                             variable_position(pointer) + "\n  at      " + launch_line(config) +
                             "\n  advice  in host code the name of such a variable stands for "
                             "something else, which no kernel can use: ask cudaGetSymbolAddress "
                             "for its address, or let the kernel use it by its name\n",
                         config);
}

KernelError release_report(const char* function, const void* pointer, const void* site,
                           const ThreadPlace& by) {
  return error_report(
      cudaErrorLaunchFailure, std::string(function) + " of " + describe_unreleasable(pointer), site,
      by,
      "a kernel releases what a kernel has got from malloc(), new or cudaMalloc, by the "
      "pointer that it got, and once: when several threads share it, one of them "
      "releases it, behind a barrier");
}

}  // namespace simt
