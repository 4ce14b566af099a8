/// @file
/// @ingroup tutorial
/// Which kernels have launched which: for programs that show it, and for checks.
///
///     const Launches launches = record_launches([&] { sort<<<1, 256>>>(keys, n); });
///     exercise.require(launches.by_kernels("part") <= 40, "…");
///     exercise.require(launches.depth() <= 3, "…");
///
/// Only the CPU backend knows this. On a GPU nothing is recorded.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "tutorial/check.cuh"

#if __has_include(<simt_launches.h>)
#include <simt_launches.h>
#define TUTORIAL_HAS_LAUNCHES 1
#else
#define TUTORIAL_HAS_LAUNCHES 0
#endif

/// Whether launches are recorded: on the CPU backend, not on a GPU.
inline constexpr bool kHasLaunches = TUTORIAL_HAS_LAUNCHES == 1;

/// The launches of the host, each with those that its kernel has made, and so on.
class Launches {
 public:
  static constexpr unsigned kAny = 0;  ///< number of blocks

  struct Launch {
    std::string kernel;  ///< as the launch calls it
    std::string line;    ///< "x.cu:12" of the launch
    /// "the host", "null stream", "fire and forget", "tail launch", "a stream of its own"
    std::string stream;
    bool waits = false;               ///< for the launch before it in its stream
    dim3 grid, block;                 ///< blocks, threads
    unsigned long long by_block = 0;  ///< of the parent, x fastest
    std::size_t parent = 0;           ///< its index; of the host's launches, their own
    int depth = 0;                    ///< 0 for the host's, 1 for what their kernels launch, …

    long long blocks() const { return 1ll * grid.x * grid.y * grid.z; }
    unsigned threads_per_block() const { return block.x * block.y * block.z; }
  };

  Launches() = default;
  /// @param all each followed by what it has launched
  /// @param refused launches by kernels
  explicit Launches(std::vector<Launch> all, int refused = 0);

  /// By block, and in the order in which the block has launched them. Empty on a GPU.
  const std::vector<Launch>& all() const { return all_; }
  /// How many kernels have made.
  int by_kernels() const;
  /// How many of this kernel kernels have made; the name without template arguments is enough.
  int by_kernels(const std::string& kernel) const;
  /// How many launches by kernels were refused; they are not among all().
  int refused() const { return refused_; }
  /// Of the launch that is deepest; 0: no kernel has launched anything.
  int depth() const;
  /// Whether one of them has so many threads per block, and so many blocks, however they are laid out.
  bool has(unsigned threads, unsigned blocks = kAny) const {
    return std::any_of(all_.begin(), all_.end(), [=](const Launch& l) {
      return l.threads_per_block() == threads && (blocks == kAny || l.blocks() == blocks);
    });
  }
  /// Of all launches together.
  long long threads() const;
  /// Whether no block ends within a warp.
  bool have_whole_warps() const {
    return std::all_of(all_.begin(), all_.end(),
                       [](const Launch& l) { return l.threads_per_block() % 32 == 0; });
  }
  /// Whether the launch comes after all that its parent and those that it has launched do.
  bool is_tail(std::size_t launch) const { return all_[launch].stream == "tail launch"; }

 private:
  std::vector<Launch> all_;
  int refused_ = 0;
};

namespace tutorial {
void start_launches();
Launches finish_launches();
/// Launches by kernels since then, also while they run; 0 on a GPU.
long long launches_so_far();
}  // namespace tutorial

/// Runs a function that launches kernels; waits for the device before and after it.
/// @return what was launched; empty on a GPU
template <class Run>
Launches record_launches(Run run) {
  tutorial::start_launches();
  run();
  return tutorial::finish_launches();
}

/// What is wrong with launches of a task that says "a thread has up to 16 pixels"; empty if nothing is, and on a GPU.
/// @param elements of all launches together
inline std::string too_few_threads(const Launches& launches, long long elements,
                                   long long per_thread, const std::string& name) {
  const long long needed = (elements + per_thread - 1) / per_thread;
  if (!kHasLaunches || launches.threads() >= needed) return "";
  return "all launches together have " + std::to_string(launches.threads()) + " threads: for " +
         std::to_string(elements) + " " + name + ", of which a thread may have up to " +
         std::to_string(per_thread) + ", " + std::to_string(needed) + " are needed";
}

#ifndef TUTORIAL_COMPILED
#include "tutorial/launches.inl.cuh"
#endif
