/// @file
/// @ingroup simt_execution
/// One launch, from the queue to its report.
#pragma once

#include <functional>
#include <memory>

#include "simt/launch.h"

#include "operations/operation.h"

namespace simt {

/// What runs a launch that gets the next launch number. @param operation receives what it has used
std::function<void()> launch_work(const LaunchConfig& config,
                                  const std::shared_ptr<const KernelCall>& call,
                                  const OperationPtr& operation);

}  // namespace simt
