/// @file
/// @ingroup simt_execution
/// Reports about tile kernels.
#pragma once

#include <cstdint>

#include "simt/tiles/access.h"

#include "execution/reports/report.h"

namespace simt {

/// An unmasked load or store of a tile reaches past its span. @param coordinates of the element
KernelError outside_of_span_report(const TileBox& box, const std::int64_t* coordinates,
                                   const void* site, const ThreadPlace& by);
/// Of assume_aligned(), assume_divisible() and assume_bounded().
KernelError wrong_alignment_report(std::uintptr_t address, std::uint64_t alignment,
                                   const void* site, const ThreadPlace& by);
KernelError wrong_divisor_report(std::int64_t value, std::int64_t divisor, const void* site,
                                 const ThreadPlace& by);
KernelError wrong_bound_report(std::int64_t value, std::int64_t least, std::int64_t most,
                               const void* site, const ThreadPlace& by);

}  // namespace simt
