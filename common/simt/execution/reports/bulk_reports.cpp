#include "execution/reports/bulk_reports.h"

#include "base/numbers.h"
#include "base/symbols.h"

namespace simt {
namespace {

std::string copy_line(const ThreadAccess& copy) {
  return "\n  copy    " + source_line(copy.pc) + " by " + thread_text(copy.by);
}

}  // namespace

KernelError wrong_bytes_report(std::int64_t expected, std::int64_t coming, const ThreadAccess& copy,
                               const void* expects, const ThreadPlace& by) {
  const std::string lines = copy_line(copy).substr(1);
  return error_report(
      cudaErrorLaunchFailure,
      "bulk copies bring " + bytes_text(static_cast<std::size_t>(coming)) +
          " to a barrier object whose phase expects " + std::to_string(expected),
      (expects != nullptr ? source_line(expects) : source_line(copy.pc)) + "\n" + lines, by,
      "the bytes that a phase expects have to be the sum of its copies' sizes, a box with all that "
      "is filled in outside of the tensor: else it ends too early, or never");
}

KernelError unexpected_bytes_report(std::int64_t coming, const void* site, const ThreadAccess& copy,
                                    const ThreadPlace& by) {
  return error_report(
      cudaErrorLaunchFailure,
      "a phase of a barrier object ends while " + bytes_text(static_cast<std::size_t>(coming)) +
          " of bulk copies that signal it are in flight: it has not expected them",
      source_line(site) + copy_line(copy), by,
      "a phase waits for those bytes only that it expects: before the last arrival call "
      "mbarrier.arrive.expect_tx, barrier_arrive_tx() or barrier_expect_tx()");
}

KernelError copy_at_end_report(const ThreadAccess& copy) {
  const bool reads = copy.op == Op::kLoad;
  return error_report(
      cudaErrorLaunchFailure,
      std::string("a block ends while a bulk copy may still be ") +
          (reads ? "reading" : "filling") + " its shared memory",
      source_line(copy.pc), copy.by,
      reads
          ? "the thread that copies has to call cp.async.bulk.commit_group and "
            "cp.async.bulk.wait_group.read 0 before the block ends: its shared memory ends with it"
          : "wait for the barrier object that the copy signals before the block ends: its shared "
            "memory ends with it");
}

KernelError missing_fence_report(BulkReader reader, const void* site, const ThreadAccess& store,
                                 const ThreadPlace& by) {
  const bool is_copy = reader == BulkReader::kCopy;
  return error_report(
      cudaErrorLaunchFailure,
      std::string(is_copy ? "a bulk copy" : "a product (wgmma)") +
          " reads shared memory that has been written without a proxy fence",
      source_line(site) + "\n  write   " + source_line(store.pc) + " by " + thread_text(store.by),
      by,
      std::string(is_copy ? "bulk copies see" : "tensor cores that read shared memory see") +
          " stores of threads only behind a fence.proxy.async: let each thread that has written "
          "call it (cuda::ptx::fence_proxy_async(cuda::ptx::space_shared)), before the barrier in "
          "front of the " +
          (is_copy ? "copy" : "product"));
}

KernelError missing_init_fence_report(const void* site, const ThreadAccess& init,
                                      const ThreadPlace& by) {
  return error_report(
      cudaErrorLaunchFailure,
      "a bulk copy signals an mbarrier that has been initialised without a fence",
      source_line(site) + "\n  init    " + source_line(init.pc) + " by " + thread_text(init.by), by,
      "bulk copies see that an mbarrier is initialised only behind a "
      "fence.mbarrier_init.release.cluster (cuda::ptx::fence_mbarrier_init), or a "
      "fence.proxy.async: let the thread that initialises it call that, then __syncthreads()");
}

KernelError bulk_argument_report(const char* function, const std::string& what, const void* site,
                                 const std::string& advice, const ThreadPlace& by) {
  return error_report(cudaErrorMisalignedAddress, std::string(function) + " with " + what, site, by,
                      advice);
}

std::string lines_of_bytes(const BarrierObject& object) {
  std::string lines;
  if (object.expects_at != nullptr) lines += "\n  expects " + source_line(object.expects_at);
  if (object.copies_at != nullptr) lines += "\n  copy    " + source_line(object.copies_at);
  return lines;
}

std::string advice_of_bytes(const BarrierObject& object) {
  if (object.arrived < object.expected && object.coming_bytes > 0) {
    return "a barrier object expects " + std::to_string(object.expected) +
           " arrivals in each phase, and " + std::to_string(object.arrived) + " have come; " +
           bytes_text(static_cast<std::size_t>(object.coming_bytes)) +
           " that signal it are in flight, but bytes are no arrivals: call "
           "mbarrier.arrive.expect_tx in "
           "place of mbarrier.expect_tx, or arrive";
  }
  if (object.arrived < object.expected || object.missing_bytes <= 0) return "";
  return "a barrier object waits for " +
         bytes_text(static_cast<std::size_t>(object.missing_bytes)) +
         " that no copy brings: it has all arrivals of the phase, and what it expects has to be "
         "the sum of its copies' sizes";
}

}  // namespace simt
