#include "execution/reports/tile_reports.h"

#include <string>

namespace simt {
namespace {

constexpr const char* kAssumption =
    "the compiler may rely on it, and a GPU computes anything where it is wrong: assume what holds "
    "for every launch, or check it on the host before the launch";

/// "(3, 1024)"
std::string text_of(const std::int64_t* numbers, unsigned count) {
  std::string text = "(";
  for (unsigned i = 0; i < count; ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
  }
  return text + ")";
}

}  // namespace

KernelError outside_of_span_report(const TileBox& box, const std::int64_t* coordinates,
                                   const void* site, const ThreadPlace& by) {
  return error_report(
      cudaErrorIllegalAddress,
      "an unmasked load or store of a tile of " + text_of(box.shape, box.rank) +
          " reaches past its span: element " + text_of(coordinates, box.rank) +
          " of a tensor with the extents " + text_of(box.extents, box.rank),
      site, by,
      "load_masked() pads what lies outside, and store_masked() leaves it out; load() and store() "
      "are for tiles that lie inside as a whole");
}

KernelError wrong_alignment_report(std::uintptr_t address, std::uint64_t alignment,
                                   const void* site, const ThreadPlace& by) {
  return error_report(cudaErrorMisalignedAddress,
                      "assume_aligned<" + std::to_string(alignment) + "> of a pointer that is " +
                          std::to_string(address % alignment) + " bytes past a multiple of " +
                          std::to_string(alignment),
                      site, by, kAssumption);
}

KernelError wrong_divisor_report(std::int64_t value, std::int64_t divisor, const void* site,
                                 const ThreadPlace& by) {
  return error_report(cudaErrorLaunchFailure,
                      "assume_divisible<" + std::to_string(divisor) + "> of " +
                          std::to_string(value) + ", which is no multiple of it",
                      site, by, kAssumption);
}

KernelError wrong_bound_report(std::int64_t value, std::int64_t least, std::int64_t most,
                               const void* site, const ThreadPlace& by) {
  const bool is_below = value < least;
  return error_report(cudaErrorLaunchFailure,
                      std::string("assume_bounded of ") + std::to_string(value) + ", which is " +
                          (is_below ? "less than " : "more than ") +
                          std::to_string(is_below ? least : most),
                      site, by, kAssumption);
}

}  // namespace simt
