#include "execution/grid/grid.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/device.h"
#include "base/symbols.h"
#include "execution/grid/occupancy.h"
#include "execution/grid/probe.h"
#include "execution/grid/progress.h"

namespace simt {
namespace {

/// From so many clusters on the last one runs early, after these first ones.
constexpr std::uint64_t kBigGrid = 1024;
constexpr std::uint64_t kBeforeLast = 64;

}  // namespace

Grid::Grid(const LaunchConfig& launch_config, std::shared_ptr<const KernelCall> kernel_call,
           RunOrder run_order)
    : device(current_device_number()),
      config(launch_config),
      call(std::move(kernel_call)),
      order(run_order),
      cluster_blocks(config.cluster.x * config.cluster.y * config.cluster.z),
      cluster_count(std::uint64_t{config.grid.x} * config.grid.y * config.grid.z / cluster_blocks),
      block_count(cluster_count * cluster_blocks),
      elements(declared_ranges(call.get())),
      checks(block_count, cluster_blocks, config.block.x * config.block.y * config.block.z),
      watched_launch(write_watch_is_on ? std::optional(simt::watched_launch(config))
                                       : std::nullopt),
      last_is_early_(cluster_count > kBigGrid && !order.is_fixed()),
      multiprocessors_(
          static_cast<std::uint64_t>(device_attribute(cudaDevAttrMultiProcessorCount))) {}

/// Families can be deep, so nothing goes through them by recursion.
Grid::~Grid() {
  std::vector<std::unique_ptr<Grid>> left = std::move(family.children);
  while (!left.empty()) {
    const std::unique_ptr<Grid> last = std::move(left.back());
    left.pop_back();
    std::move(last->family.children.begin(), last->family.children.end(), std::back_inserter(left));
    last->family.children.clear();
  }
}

bool Grid::has_clusters() const {
  return next_cluster.load() < cluster_count && failed_block.load() == ~std::uint64_t{0};
}

std::uint64_t Grid::most_resident() {
  std::call_once(most_resident_is_known_, [this] {
    most_resident_ = cluster_count;
    if (config.cooperative) return;
    const void* const kernel = config.kernel != nullptr ? config.kernel : kernel_of(call.get());
    const unsigned threads = config.block.x * config.block.y * config.block.z;
    const int each = resident_blocks(kernel, threads, config.shared_bytes);
    const std::uint64_t most = static_cast<std::uint64_t>(each) * multiprocessors_;
    most_resident_ = std::max<std::uint64_t>(most / cluster_blocks, 1);
  });
  return most_resident_;
}

/// Whether the device has room for one more cluster, after so many.
bool Grid::has_room(std::uint64_t position) {
  const std::uint64_t resident = position - ended_clusters.load(std::memory_order_relaxed);
  return resident * cluster_blocks < multiprocessors_ || resident < most_resident();
}

void Grid::cluster_ended() {
  const std::uint64_t ended = ended_clusters.fetch_add(1, std::memory_order_relaxed);
  const std::uint64_t resident = next_cluster.load(std::memory_order_relaxed) - ended;
  // Other OS threads may wait for room.
  if (resident * cluster_blocks >= multiprocessors_) progress().notify();
}

bool Grid::take_cluster(std::uint64_t* cluster) {
  std::uint64_t position = next_cluster.load(std::memory_order_relaxed);
  do {
    if (position >= cluster_count || !has_room(position)) return false;
  } while (!next_cluster.compare_exchange_weak(position, position + 1, std::memory_order_relaxed));
  *cluster = order.nth(position, cluster_count);
  if (last_is_early_ && position >= kBeforeLast) {
    *cluster = position == kBeforeLast ? cluster_count - 1 : position - 1;
  }
  return !is_cancelled(*cluster);
}

/// When the cluster runs, among all others of the grid.
std::uint64_t Grid::turn_of(std::uint64_t cluster) const {
  if (!last_is_early_ || has_printed.load(std::memory_order_relaxed)) return cluster;
  if (cluster == cluster_count - 1) return kBeforeLast;
  return cluster < kBeforeLast ? cluster : cluster + 1;
}

bool Grid::is_cancelled(std::uint64_t cluster) const {
  const std::uint64_t failed = failed_block.load(std::memory_order_relaxed);
  if (failed == ~std::uint64_t{0}) return false;
  // In a fixed order the first failure is the same one in every run.
  return order.is_fixed() || turn_of(failed / cluster_blocks) < turn_of(cluster);
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

void Grid::fail(std::uint64_t position, KernelError&& why) {
  {
    const std::lock_guard lock(results.mutex);
    if (has_failed() && turn_of_block(position) >= turn_of_block(failed_block)) return;
    failed_block = position;
    results.error = std::move(why);
  }
  progress().notify();  // others may wait for the block that has failed
}

void Grid::add_stream(cudaStream_t stream) {
  const std::lock_guard lock(mutex_);
  streams_.insert(stream);
}
void Grid::remove_stream(cudaStream_t stream) {
  const std::lock_guard lock(mutex_);
  streams_.erase(stream);
}
bool Grid::has_stream(cudaStream_t stream) {
  const std::lock_guard lock(mutex_);
  return streams_.count(stream) > 0;
}

void Grid::block_arrived() {
  {
    const std::lock_guard lock(mutex_);
    if (++arrived_blocks_ < block_count) {
      if (arrived_blocks_ + finished_blocks_ < block_count) return;
      barrier_is_stuck = true;
    } else {
      arrived_blocks_ = 0;
      checks.grid_barrier();
      ++phase;
    }
  }
  progress().notify();
}

void Grid::block_finished() {
  {
    const std::lock_guard lock(mutex_);
    ++finished_blocks_;
    if (arrived_blocks_ == 0 || arrived_blocks_ + finished_blocks_ < block_count) return;
    barrier_is_stuck = true;
  }
  progress().notify();
}

GridArrivals Grid::arrivals() {
  const std::lock_guard lock(mutex_);
  return {block_count, arrived_blocks_, finished_blocks_};
}

std::string triple(std::uint64_t x, std::uint64_t y, std::uint64_t z) {
  return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
}

std::string kernel_text(const LaunchConfig& config) {
  const dim3& grid = config.grid;
  const dim3& block = config.block;
  return "  kernel  " + std::string(config.name) + ", launched at " + launch_line(config) +
         " with grid " + triple(grid.x, grid.y, grid.z) + " and block " +
         triple(block.x, block.y, block.z) + "\n";
}

}  // namespace simt
