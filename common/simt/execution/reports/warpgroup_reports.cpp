#include "execution/reports/warpgroup_reports.h"

#include "base/symbols.h"

namespace simt {

KernelError warpgroup_incomplete_report(unsigned threads, const void* site, const ThreadPlace& by) {
  return error_report(
      cudaErrorLaunchFailure,
      "an instruction of a warpgroup in a block that does not have all of its threads: it has " +
          std::to_string(threads),
      site, by,
      "a warpgroup is four warps, 128 threads from a multiple of 128 on: make blocks of a multiple "
      "of 128 threads");
}

KernelError warps_differ_report(const void* other, bool is_same_place, const void* site,
                                const ThreadPlace& by) {
  return error_report(
      cudaErrorLaunchFailure,
      std::string("warps of a warpgroup execute different instructions") +
          (is_same_place ? ": the operands differ" : ""),
      source_line(site) + "\n  other   " + source_line(other), by,
      "all 128 threads of a warpgroup have to come to the same wgmma and setmaxnreg, in the same "
      "order and with the same descriptors: let branches go by threadIdx.x / 128, and let a tile "
      "belong to the group, not to the warp");
}

KernelError warp_missing_report(unsigned warp, const void* site, const ThreadPlace& by) {
  return error_report(
      cudaErrorLaunchFailure,
      "an instruction of a warpgroup lacks its warp " + std::to_string(warp) +
          ", which has ended without it",
      site, by,
      "all 128 threads of a warpgroup have to come to the same wgmma and setmaxnreg: let branches "
      "go by threadIdx.x / 128");
}

KernelError product_without_fence_report(const void* site, const ThreadPlace& by) {
  return error_report(
      cudaErrorLaunchFailure, "wgmma.mma_async without a wgmma.fence before it", site, by,
      "registers that threads have written are ordered before a product by "
      "wgmma.fence.sync.aligned: call it before the first product, and again behind other uses of "
      "the sums' registers");
}

KernelError sums_changed_report(bool is_fenced, bool has_other_shape, const void* last,
                                const void* site, const ThreadPlace& by) {
  const char* const what =
      has_other_shape ? "a product adds to the sums of one of another shape without a wgmma.fence"
      : is_fenced     ? "the sums of a product have been written while it is in flight"
                      : "the sums of a product have been written without a wgmma.fence behind that";
  return error_report(
      cudaErrorLaunchFailure, what, source_line(site) + "\n  product " + source_line(last), by,
      is_fenced ? "first call wgmma.commit_group and wgmma.wait_group 0: until then the registers "
                  "belong to the tensor cores"
                : "call wgmma.fence.sync.aligned between what threads do with the registers of "
                  "sums and the next product that uses them; products of one shape need none "
                  "between them");
}

KernelError product_at_end_report(bool is_open, const void* site, const ThreadPlace& by) {
  return error_report(
      cudaErrorLaunchFailure, "a block ends while a product (wgmma) may still be in flight", site,
      by,
      is_open ? "it belongs to no group: call wgmma.commit_group behind it, then "
                "wgmma.wait_group 0, before its sums are read"
              : "call wgmma.wait_group 0 before its sums are read: until then they may be the old "
                "ones");
}

KernelError warpgroup_argument_report(const std::string& what, const void* site,
                                      const std::string& advice, const ThreadPlace& by) {
  return error_report(cudaErrorLaunchFailure, what, site, by, advice);
}

}  // namespace simt
