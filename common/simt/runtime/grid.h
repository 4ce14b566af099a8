/// @file
/// One launch while it runs: its blocks are handed to workers in order.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "driver_types.h"
#include "simt/launch.h"

#include "../analysis/replay.h"

namespace simt {

/// Why a kernel was stopped.
struct KernelError {
  cudaError_t code = cudaSuccess;
  std::string report;
};

/// Device printf of one block.
struct BlockOutput {
  std::uint64_t block;
  std::string text;
};

struct Grid {
  LaunchConfig config;
  const KernelCall* call;
  std::uint64_t block_count;
  std::uint64_t number = 0;  ///< of the launch, in the order of issue

  std::atomic<std::uint64_t> next_block{0};
  /// The lowest block that failed: blocks after it need not run, so what is reported does not
  /// depend on how many workers there are.
  std::atomic<std::uint64_t> failed_block{~std::uint64_t{0}};

  std::mutex mutex;  ///< guards what follows
  KernelError error;
  SiteTable sites;
  std::vector<BlockOutput> output;

  void fail(std::uint64_t block, KernelError&& why);
};

/// Why CUDA would refuse the launch, or success.
cudaError_t check_launch(const LaunchConfig& config, const KernelCall* call);
/// What runs a launch that gets the next launch number.
std::function<void()> launch_work(const LaunchConfig& config,
                                  const std::shared_ptr<const KernelCall>& call);

}  // namespace simt
