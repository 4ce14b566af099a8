/// @file
/// @ingroup simt_runtime
/// Which kernels have launched which: for SIMT_LAUNCHES, and for programs that ask (simt_launches.h).
#pragma once

namespace simt {

struct Grid;

/// Takes down a launch of the host, with all that it has launched; to be called in the order of issue.
void add_to_launches(const Grid& grid);
/// Writes what SIMT_LAUNCHES asks for. To be called when the device is idle.
void write_launches();

}  // namespace simt
