/// @file
/// @ingroup simt_execution
/// Reports about collectives of a warp.
#pragma once

#include <cstdint>

#include "execution/reports/report.h"

namespace simt {

KernelError mask_without_caller_report(unsigned lane, std::uint32_t mask, const void* site,
                                       const ThreadPlace& by);
/// @param exists the lanes that the warp has
KernelError missing_source_report(unsigned lane, unsigned source, std::uint32_t mask,
                                  std::uint32_t exists, const void* site, const ThreadPlace& by);
/// missing_source_report() as a warning.
std::string missing_source_warning(unsigned lane, unsigned source, std::uint32_t mask,
                                   std::uint32_t exists, const void* site, const ThreadPlace& by);
/// `lane` waits for `other`, which has made the same call with another mask, and has ended.
KernelError masks_differ_report(unsigned lane, std::uint32_t mask, unsigned other,
                                std::uint32_t others_mask, const void* site, const ThreadPlace& by);
/// A warning: the mask names `lane`, which has bypassed the call and exited.
std::string bypassed_call_warning(unsigned lane, std::uint32_t mask, const void* site,
                                  const ThreadPlace& by);
/// `lane` does not take part in an instruction of the whole warp. @param exists whether the warp has it
KernelError matrix_lane_missing_report(unsigned lane, bool exists, const void* site,
                                       const ThreadPlace& by);
/// `lane` executes another such instruction, at `other`.
KernelError matrix_lanes_differ_report(unsigned lane, const void* other, const void* site,
                                       const ThreadPlace& by);
KernelError bad_width_report(int width, const void* site, const ThreadPlace& by);

}  // namespace simt
