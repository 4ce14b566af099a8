/// @file
/// What a launch may ask for.
#pragma once

#include "grid.h"

namespace simt {

/// Whether the launch's grid is made of whole clusters, of a size that there is. @param kernel may
/// be null: it allows clusters of at most 8 blocks then.
bool cluster_is_possible(const LaunchConfig& config, const void* kernel);

/// The error that CUDA would give for this configuration.
cudaError_t launch_error(const LaunchConfig& config, const KernelCall* call);

/// A launch from inside of a kernel (and owns the call).
cudaError_t launch_from_device(const LaunchConfig& config, KernelCall* call);

}  // namespace simt
