#include "execution/reports/warp_reports.h"

#include <cstdio>

#include "base/symbols.h"

namespace simt {

KernelError mask_without_caller_report(unsigned lane, std::uint32_t mask, const void* site,
                                       const ThreadPlace& by) {
  char text[128];
  std::snprintf(text, sizeof text,
                "lane %u calls a warp collective whose mask 0x%08x leaves it out", lane, mask);
  return error_report(cudaErrorIllegalInstruction, text, site, by,
                      "every lane that makes the call must have its bit in the mask");
}

namespace {

std::string missing_source_text(unsigned lane, unsigned source, std::uint32_t mask,
                                std::uint32_t exists) {
  char text[160];
  std::snprintf(text, sizeof text, "lane %u shuffles from lane %u, %s (mask 0x%08x)", lane, source,
                (mask >> source & 1) == 0     ? "which is not in the mask"
                : (exists >> source & 1) != 0 ? "which has exited"
                                              : "which the block does not have",
                mask);
  return text;
}

}  // namespace

KernelError missing_source_report(unsigned lane, unsigned source, std::uint32_t mask,
                                  std::uint32_t exists, const void* site, const ThreadPlace& by) {
  return error_report(cudaErrorLaunchFailure, missing_source_text(lane, source, mask, exists), site,
                      by,
                      "the value would be undefined: let every lane that is read from make the "
                      "call, and name it in the mask");
}

std::string missing_source_warning(unsigned lane, unsigned source, std::uint32_t mask,
                                   std::uint32_t exists, const void* site, const ThreadPlace& by) {
  return missing_source_text(lane, source, mask, exists) + "\n  at      " + source_line(site) +
         "\n  by      " + thread_text(by) +
         "\n  advice  the value is undefined: let every lane that is read from make the "
         "call; if the value is not used, name in the mask only the lanes that make it\n";
}

KernelError masks_differ_report(unsigned lane, std::uint32_t mask, unsigned other,
                                std::uint32_t others_mask, const void* site,
                                const ThreadPlace& by) {
  char text[160];
  std::snprintf(text, sizeof text,
                "lane %u makes a call of its warp with mask 0x%08x, and lane %u, which this names, "
                "with 0x%08x",
                lane, mask, other, others_mask);
  return error_report(cudaErrorLaunchFailure, text, site, by,
                      "all lanes that a mask names have to make the call with this same mask: let "
                      "__ballot_sync() tell who comes here");
}

std::string bypassed_call_warning(unsigned lane, std::uint32_t mask, const void* site,
                                  const ThreadPlace& by) {
  char text[160];
  std::snprintf(text, sizeof text,
                "a call of a warp with mask 0x%08x names lane %u, which has passed it by", mask,
                lane);
  return std::string(text) + "\n  at      " + source_line(site) + "\n  by      " + thread_text(by) +
         "\n  advice  all lanes that a mask names have to make the call: name only those that come "
         "here, or move the call out of the branch or loop\n";
}

KernelError matrix_lane_missing_report(unsigned lane, bool exists, const void* site,
                                       const ThreadPlace& by) {
  const std::string missing =
      "lane " + std::to_string(lane) +
      (exists ? " of the warp, which has exited" : " of the warp, which the block does not have");
  return error_report(cudaErrorLaunchFailure,
                      "an instruction that a whole warp executes with matrices lacks " + missing,
                      site, by,
                      "all 32 lanes hold parts of the matrices: let every lane come here, and make "
                      "blocks of whole warps");
}

KernelError matrix_lanes_differ_report(unsigned lane, const void* other, const void* site,
                                       const ThreadPlace& by) {
  return error_report(cudaErrorLaunchFailure,
                      "lanes of a warp execute different instructions with matrices: lane " +
                          std::to_string(lane) + " is at " + source_line(other),
                      site, by,
                      "all 32 lanes have to come to the same one: a branch around it goes the same "
                      "way in the whole warp");
}

KernelError bad_width_report(int width, const void* site, const ThreadPlace& by) {
  return error_report(cudaErrorIllegalInstruction, "a shuffle has width " + std::to_string(width),
                      site, by, "the width of a shuffle is 1, 2, 4, 8, 16 or 32 lanes");
}

}  // namespace simt
