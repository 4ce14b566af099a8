#include "execution/launch_tree.h"

#include <atomic>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <set>
#include <utility>

#include "base/process.h"
#include "base/settings.h"
#include "base/symbols.h"
#include "execution/grid/grid.h"
#include "execution/launch_picture.h"
#include "operations/queue.h"
#include "simt_launches.h"

namespace simt {
namespace {

class Recording {
 public:
  bool is_on() const { return is_on_.load(std::memory_order_relaxed); }
  void stop() { is_on_ = false; }
  void start() {
    const std::lock_guard lock(mutex_);
    nodes_.clear();
    is_on_ = true;
  }
  void add(const std::vector<Grid*>& family) {
    const std::lock_guard lock(mutex_);
    const std::size_t first = nodes_.size();
    for (const Grid* grid : family) {
      const LaunchConfig& config = grid->config;
      const std::size_t parent =
          first + (grid->family.parent == nullptr ? 0 : grid->family.parent->family.number);
      nodes_.push_back({config.name,
                        launch_line(config),
                        stream_of(*grid),
                        false,
                        {config.grid.x, config.grid.y, config.grid.z},
                        {config.block.x, config.block.y, config.block.z},
                        grid->family.origin.first,
                        parent,
                        grid->family.parent == nullptr ? 0 : nodes_[parent].depth + 1});
    }
    for (const Grid* grid : family) mark_waiting(*grid, first);
  }
  std::vector<LaunchNode> nodes() {
    const std::lock_guard lock(mutex_);
    return nodes_;
  }

 private:
  static LaunchStream stream_of(const Grid& grid) {
    const cudaStream_t stream = grid.config.stream;
    if (grid.family.parent == nullptr) return LaunchStream::kHost;
    if (stream == cudaStreamTailLaunch) return LaunchStream::kTail;
    if (stream == cudaStreamFireAndForget) return LaunchStream::kFireAndForget;
    return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread
               ? LaunchStream::kNull
               : LaunchStream::kOwn;
  }

  /// Which children of the grid wait for the one before.
  void mark_waiting(const Grid& grid, std::size_t first) {
    std::set<std::pair<std::uint64_t, cudaStream_t>> streams;  // that have had a launch
    bool has_tail = false;
    for (const auto& child : grid.family.children) {
      bool& waits = nodes_[first + child->family.number].waits;
      switch (stream_of(*child)) {
        case LaunchStream::kTail:
          waits = std::exchange(has_tail, true);
          break;
        case LaunchStream::kFireAndForget:
          break;
        default:
          waits = !streams.insert({child->family.origin.first, child->config.stream}).second;
      }
    }
  }

  std::atomic<bool> is_on_{false};
  std::mutex mutex_;
  std::vector<LaunchNode> nodes_;
};

struct LaunchesByKernels {
  std::atomic<unsigned long long> accepted, refused;
};
LaunchesByKernels& by_kernels() { return process().part<LaunchesByKernels>(); }

void write_launches();

/// One for SIMT_LAUNCHES, and one for the program.
struct Recordings {
  Recording file, program;

  Recordings() {
    if (!settings().launches_text && settings().launches_file.empty()) return;
    file.start();
    call_at_end(&write_launches);
  }
};
Recordings& recordings() { return process().part<Recordings>(); }

/// What SIMT_LAUNCHES asks for.
void write_launches() {
  const std::string& path = settings().launches_file;
  if (settings().launches_text) {
    std::fflush(stdout);
    std::fputs(launch_tree(recordings().file.nodes()).c_str(), stderr);
  }
  if (path.empty()) return;
  const std::vector<LaunchNode> nodes = recordings().file.nodes();
  std::ofstream file(path);
  const bool is_picture = path.substr(path.size() - 4) == ".svg";
  file << (is_picture ? draw_launches(nodes) : launch_tree(nodes));
  file.close();
  if (!file) std::fprintf(stderr, "simt: SIMT_LAUNCHES: cannot write %s\n", path.c_str());
}

}  // namespace

const char* stream_name(LaunchStream stream) {
  static constexpr const char* kNames[] = {"the host", "null stream", "fire and forget",
                                           "tail launch", "a stream of its own"};
  return kNames[static_cast<int>(stream)];
}

void add_to_launches(const std::vector<Grid*>& family) {
  for (Recording* recording : {&recordings().file, &recordings().program}) {
    if (recording->is_on()) recording->add(family);
  }
}

void note_launch_by_kernel(bool is_accepted) {
  ++(is_accepted ? by_kernels().accepted : by_kernels().refused);
}

void start_launches() {
  by_kernels().accepted = by_kernels().refused = 0;
  recordings().program.start();
}
void stop_launches() { recordings().program.stop(); }
std::vector<LaunchNode> launches() { return recordings().program.nodes(); }
LaunchCount launches_by_kernels() { return {by_kernels().accepted, by_kernels().refused}; }

}  // namespace simt
