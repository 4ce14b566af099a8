/// @file
/// @ingroup tutorial
#pragma once

#include <algorithm>
#include <utility>

#include "tutorial/launches.cuh"

TUTORIAL_INLINE Launches::Launches(std::vector<Launch> all, int refused)
    : all_(std::move(all)), refused_(refused) {}

TUTORIAL_INLINE int Launches::by_kernels() const {
  return static_cast<int>(
      std::count_if(all_.begin(), all_.end(), [](const Launch& l) { return l.depth > 0; }));
}

TUTORIAL_INLINE int Launches::by_kernels(const std::string& kernel) const {
  return static_cast<int>(std::count_if(all_.begin(), all_.end(), [&](const Launch& l) {
    const bool is_it =
        l.kernel == kernel || l.kernel.compare(0, kernel.size() + 1, kernel + '<') == 0;
    return l.depth > 0 && is_it;
  }));
}

TUTORIAL_INLINE long long Launches::threads() const {
  long long threads = 0;
  for (const Launch& l : all_) threads += l.blocks() * l.threads_per_block();
  return threads;
}

TUTORIAL_INLINE int Launches::depth() const {
  int deepest = 0;
  for (const Launch& launch : all_) deepest = std::max(deepest, launch.depth);
  return deepest;
}

namespace tutorial {

TUTORIAL_INLINE void start_launches() {
  CHECK(cudaDeviceSynchronize());
#if TUTORIAL_HAS_LAUNCHES
  simt::start_launches();
#endif
}

TUTORIAL_INLINE Launches finish_launches() {
  CHECK(cudaDeviceSynchronize());
#if TUTORIAL_HAS_LAUNCHES
  simt::stop_launches();
  std::vector<Launches::Launch> all;
  for (const simt::LaunchNode& n : simt::launches()) {
    all.push_back({n.name,
                   n.line,
                   simt::stream_name(n.stream),
                   n.waits,
                   {n.grid[0], n.grid[1], n.grid[2]},
                   {n.block[0], n.block[1], n.block[2]},
                   n.by,
                   n.parent,
                   n.depth});
  }
  return Launches(std::move(all), static_cast<int>(simt::launches_by_kernels().refused));
#else
  return Launches();
#endif
}

TUTORIAL_INLINE long long launches_so_far() {
#if TUTORIAL_HAS_LAUNCHES
  const simt::LaunchCount count = simt::launches_by_kernels();
  return static_cast<long long>(count.accepted + count.refused);
#else
  return 0;
#endif
}

}  // namespace tutorial
