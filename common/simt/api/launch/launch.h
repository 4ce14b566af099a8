/// @file
/// @ingroup simt_api
/// What a launch may ask for.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "simt/kernel_pointers.h"

#include "api/work/work.h"
#include "execution/grid/grid.h"
#include "operations/operation.h"

namespace simt {

/// Success if the launch's grid is made of whole clusters, of a size that there is; else the error, and why.
/// @param kernel may be null: it allows clusters of at most 8 blocks then.
cudaError_t check_cluster(const LaunchConfig& config, const void* kernel);

/// Completes the configuration with what the kernel says: which one it is, where that matters, and
/// in what clusters. Why CUDA would refuse the launch, or success.
cudaError_t check_launch(LaunchConfig& config, const KernelCall* call);
/// As `enqueue`. @param may_start_early before the kernel in front of it in its stream has ended
cudaError_t launch_kernel(LaunchConfig config, KernelCall* call, bool may_start_early);
/// Puts a launch that has been checked into its stream. The error of the device, if the host waits for it.
cudaError_t launch_checked(KernelWork work);
/// The kernel's name, as long as the process lives.
const char* kernel_name(const void* kernel);
/// The type of a kernel that is known by its address; a message if it is not known.
/// @param line of the launch, for the message
cudaError_t find_kernel_type(const void* kernel, const std::function<std::string()>& line,
                             const KernelType** type);

/// What a launch by a pointer does, or a kernel node of a graph, if there is nothing wrong with it.
/// @param stream that the kernel goes to, if it is not for a graph.
cudaError_t make_kernel_work(const cudaKernelNodeParams& parameters, cudaStream_t stream,
                             const char* file, int line, KernelWork& work);

/// A launch from inside of a kernel (and owns the call).
cudaError_t launch_from_device(const LaunchConfig& config, KernelCall* call);

}  // namespace simt
