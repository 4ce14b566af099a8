/// @file
/// @ingroup simt_execution
/// Reports about products by warpgroups.
#pragma once

#include <string>

#include "execution/reports/report.h"

namespace simt {

/// The block does not have all four warps of the group. @param threads that it has
KernelError warpgroup_incomplete_report(unsigned threads, const void* site, const ThreadPlace& by);
/// A warp comes to another instruction than one of its group has.
/// @param other where that was
/// @param is_same_place whether they differ in their operands only
KernelError warps_differ_report(const void* other, bool is_same_place, const void* site,
                                const ThreadPlace& by);
/// The block has ended, and a warp has not come to what others of its group have. @param warp of its group
KernelError warp_missing_report(unsigned warp, const void* site, const ThreadPlace& by);
KernelError product_without_fence_report(const void* site, const ThreadPlace& by);
/// Threads have used the sums between two products.
/// @param is_fenced whether a fence lies between them: then the first one has not been waited for
/// @param has_other_shape whether it only has another shape
KernelError sums_changed_report(bool is_fenced, bool has_other_shape, const void* last,
                                const void* site, const ThreadPlace& by);
/// The block has ended. @param is_open whether the product belongs to no group
KernelError product_at_end_report(bool is_open, const void* site, const ThreadPlace& by);
/// A descriptor, or another operand, that no GPU takes. @param what "a descriptor of B with …"
KernelError warpgroup_argument_report(const std::string& what, const void* site,
                                      const std::string& advice, const ThreadPlace& by);

}  // namespace simt
