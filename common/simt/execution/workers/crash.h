/// @file
/// @ingroup simt_execution
/// Segmentation faults: which line of which kernel, or of the host's code, has caused one.
#pragma once

namespace simt {

/// Gives the calling OS thread a stack to report a crash from: that of a CUDA thread may be what is broken.
void use_crash_stack();

}  // namespace simt
