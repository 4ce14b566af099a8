#include "grid.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "../analysis/report.h"
#include "device.h"
#include "error.h"
#include "pool.h"
#include "print.h"
#include "probe.h"
#include "queue.h"
#include "settings.h"
#include "stream.h"
#include "worker.h"

namespace simt {
namespace {

cudaError_t check(const LaunchConfig& config, const KernelCall* call) {
  const dim3& grid = config.grid;
  const dim3& block = config.block;
  const bool grid_fits = grid.x >= 1 && grid.x <= 2147483647u && grid.y >= 1 && grid.y <= 65535 &&
                         grid.z >= 1 && grid.z <= 65535;
  const bool block_fits = block.x >= 1 && block.x <= 1024 && block.y >= 1 && block.y <= 1024 &&
                          block.z >= 1 && block.z <= 64 &&
                          block.x * block.y * block.z <= kMaxBlockThreads;
  if (!grid_fits || !block_fits) return cudaErrorInvalidValue;
  std::size_t shared_limit = kStaticSharedLimit;
  if (any_function_attributes()) shared_limit = dynamic_shared_limit(kernel_of(call));
  if (config.shared_bytes > shared_limit) return cudaErrorInvalidValue;
  return stream_error(config.stream);
}

/// Prints and counts what a launch and those that it made have left behind.
void report(Grid& grid) {
  std::sort(grid.output.begin(), grid.output.end(),
            [](const BlockOutput& a, const BlockOutput& b) { return a.block < b.block; });
  for (const BlockOutput& output : grid.output) append_output(output.text);
  grid.sites.settle_local_arrays();
  report_launch(grid);
  if (grid.error.code != cudaSuccess) kernel_failed(grid.error);
  std::sort(grid.children.begin(), grid.children.end(),
            [](const auto& a, const auto& b) { return a->origin < b->origin; });
  for (const auto& child : grid.children) report(*child);
}

void run_launch(Grid& grid) {
  if (device_error() != cudaSuccess) return;
  Pool::instance().run(grid);
  report(grid);
}

bool launches_block() {
  static const char* value = std::getenv("CUDA_LAUNCH_BLOCKING");
  return value != nullptr && std::strcmp(value, "1") == 0;
}

}  // namespace

Grid::Grid(const LaunchConfig& launch_config, const KernelCall* kernel_call)
    : config(launch_config),
      call(kernel_call),
      cluster_blocks(config.cluster.x * config.cluster.y * config.cluster.z),
      cluster_count(std::uint64_t{config.grid.x} * config.grid.y * config.grid.z / cluster_blocks),
      block_count(cluster_count * cluster_blocks) {}

Grid::~Grid() { call->destroy(call); }

bool Grid::has_clusters() const {
  return next_cluster.load() < cluster_count && failed_block.load() == ~std::uint64_t{0};
}

bool Grid::take_cluster(std::uint64_t* cluster) {
  const std::uint64_t failed = failed_block.load(std::memory_order_relaxed);
  if (next_cluster.load(std::memory_order_relaxed) >= cluster_count) return false;
  *cluster = next_cluster.fetch_add(1, std::memory_order_relaxed);
  return *cluster < cluster_count && *cluster * cluster_blocks <= failed;
}

std::uint64_t Grid::block_of(std::uint64_t cluster, unsigned rank) const {
  if (cluster_blocks == 1) return cluster;
  const dim3& c = config.cluster;
  const std::uint64_t across = config.grid.x / c.x;
  const std::uint64_t down = config.grid.y / c.y;
  const std::uint64_t x = cluster % across * c.x + rank % c.x;
  const std::uint64_t y = cluster / across % down * c.y + rank / c.x % c.y;
  const std::uint64_t z = cluster / across / down * c.z + rank / c.x / c.y;
  return (z * config.grid.y + y) * config.grid.x + x;
}

void Grid::fail(std::uint64_t order, KernelError&& why) {
  {
    const std::lock_guard lock(mutex);
    if (order >= failed_block.load()) return;
    failed_block = order;
    error = std::move(why);
  }
  Pool::instance().notify();  // others may wait for the block that has failed
}

void Grid::block_arrived() {
  {
    const std::lock_guard lock(mutex);
    if (++arrived_blocks_ < block_count) {
      if (arrived_blocks_ + finished_blocks_ < block_count) return;
      barrier_is_stuck = true;
    } else {
      arrived_blocks_ = 0;
      ++phase;
    }
  }
  Pool::instance().notify();
}

void Grid::block_finished() {
  {
    const std::lock_guard lock(mutex);
    ++finished_blocks_;
    if (arrived_blocks_ == 0 || arrived_blocks_ + finished_blocks_ < block_count) return;
    barrier_is_stuck = true;
  }
  Pool::instance().notify();
}

void enqueue(const LaunchConfig& config, KernelCall* call) {
  cudaError_t error = device_error();
  if (error == cudaSuccess) error = check(config, call);
  if (result(error) != cudaSuccess) {
    call->destroy(call);
    return;
  }
  const auto grid = std::make_shared<Grid>(config, call);
  submit_to(config.stream, [grid] { run_launch(*grid); });
  if (launches_block()) {
    drain();
    flush_output();
    result(device_error());
  }
}

}  // namespace simt
