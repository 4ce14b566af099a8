/// @file
/// @ingroup simt_execution
/// Reports about bulk copies, and the counters that they signal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/worker.h"
#include "execution/reports/shared_reports.h"

namespace simt {

/// More bytes are in flight to a counter than its phase expects. @param expects where it expects some; null: nowhere
KernelError wrong_bytes_report(std::int64_t expected, std::int64_t coming, const ThreadAccess& copy,
                               const void* expects, const ThreadPlace& by);
/// A phase is complete, by an arrival at `site`, with bytes in flight that it has not expected.
KernelError unexpected_bytes_report(std::int64_t coming, const void* site, const ThreadAccess& copy,
                                    const ThreadPlace& by);
/// Of a copy from or to the shared memory of a block that has ended. @param copy kLoad: it reads there
KernelError copy_at_end_report(const ThreadAccess& copy);
/// What reads shared memory through the asynchronous proxy.
enum class BulkReader { kCopy, kProduct };
/// A bulk copy at `site`, or a product, reads what a store has written, without a proxy fence.
KernelError missing_fence_report(BulkReader reader, const void* site, const ThreadAccess& store,
                                 const ThreadPlace& by);
/// A bulk copy at `site` signals an mbarrier that has been initialised without a fence.
KernelError missing_init_fence_report(const void* site, const ThreadAccess& init,
                                      const ThreadPlace& by);
/// It has arguments that no GPU takes. @param what "a size of 24 bytes"
KernelError bulk_argument_report(const char* function, const std::string& what, const void* site,
                                 const std::string& advice, const ThreadPlace& by);

/// What is to be said of a counter that waits for bytes, or while bytes are in flight: lines for a report, and
/// advice; empty if there is nothing.
std::string lines_of_bytes(const BarrierObject& object);
std::string advice_of_bytes(const BarrierObject& object);

}  // namespace simt
