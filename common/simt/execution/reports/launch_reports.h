/// @file
/// @ingroup simt_execution
/// Reports about what a kernel asks of the runtime.
#pragma once

#include "execution/reports/report.h"

namespace simt {

/// The thread passes a pointer to `what`, which is its own or its block's, to a child grid.
KernelError private_argument_report(const LaunchConfig& child, const char* what,
                                    const ThreadPlace& by);
/// The thread launches into a stream that its grid does not have.
KernelError foreign_stream_report(const LaunchConfig& child, const ThreadPlace& by);
/// @param site where the function was called; null: not known
/// @param last the last place that the thread has recorded
KernelError host_function_report(const char* function, const void* site, const void* last,
                                 const ThreadPlace& by);
/// The host passes what it takes for the address of a `__device__` or `__constant__` variable.
KernelError symbol_argument_report(const LaunchConfig& config, const void* pointer);
/// The thread releases what is not, or no longer, memory of the device heap. @param function that it calls
KernelError release_report(const char* function, const void* pointer, const void* site,
                           const ThreadPlace& by);

}  // namespace simt
