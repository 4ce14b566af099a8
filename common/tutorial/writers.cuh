/// @file
/// @ingroup tutorial
/// Who has written the elements of a buffer, and which warps load how many: how a task's work is shared out. Only the
/// CPU backend knows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>

#if __has_include(<simt_writers.h>)
#include <simt_writers.h>
#define TUTORIAL_HAS_WRITERS 1
#else
#define TUTORIAL_HAS_WRITERS 0
#endif

/// How the elements of a buffer have to be shared out among those that write them. Each has to be written
/// by a kernel, not by the host, a copy or a memset.
struct Share {
  /// Warps, and blocks, that write one element or more.
  long long warps_at_least = 1, blocks_at_least = 1;
  /// Elements that one warp may write; 0: any number.
  long long per_warp_at_most = 0;
  /// Whether that holds only if there are less than 32 warps that write, or less than 8 blocks.
  bool or_any_in_a_large_grid = false;
  /// Whether each element has to be written once in a launch, by one thread.
  bool once = false;
  /// The elements that have to be written; empty: all.
  std::function<bool(long long)> where = nullptr;
  /// What the message calls the buffer.
  std::string name = "out";
  /// The task's words for this share, which the message ends with: "a thread may have up to four points".
  std::string task = "";

  /// Of a task whose words are "at most four elements per thread, unless your grid has 32 warps or more, in 8 blocks or
  /// more": those that so many elements need at least. A block has up to 1024 threads.
  static long long warps_for(long long elements) { return std::min((elements + 127) / 128, 32LL); }
  static long long blocks_for(long long elements) {
    return std::min((elements + 4095) / 4096, 8LL);
  }
  /// The share of that task: who has fewer warps, or blocks, has four elements for each thread.
  static Share up_to_four(long long elements, const std::string& name = "out") {
    Share share = {.warps_at_least = warps_for(elements),
                   .blocks_at_least = blocks_for(elements),
                   .name = name};
    share.per_warp_at_most = of_threads_with(4);
    share.or_any_in_a_large_grid = true;
    share.task =
        "a thread may have up to four, unless the grid has 32 warps or more, in 8 blocks or more";
    return share;
  }
  /// Elements of a warp of a task that says "a thread may have up to `elements`". Who takes four at a time may take the
  /// last three singly.
  static constexpr long long of_threads_with(long long elements) { return 32 * elements + 3; }
};

/// How many elements of a buffer a warp may load.
struct LoadShare {
  long long per_warp_at_most = 0;
  /// What the message calls the buffer.
  std::string name = "in";
  /// The task's words for it, which the message ends with.
  std::string task = "";

  /// Of a task that says "no warp has more than 128, or more than twice as many as it need have": a thread may have
  /// four neighbours at once.
  /// @param threads that there are
  /// @param times each element is loaded
  static long long twice_as_many(long long elements, long long threads, int times = 1) {
    return 2 * 32 * times * std::max(2LL, (elements + threads - 1) / threads);
  }
};

/// Watches memory from now on; nothing on a GPU. @param element_bytes of an element
void watch_writers(const void* memory, std::size_t bytes, std::size_t element_bytes);
void stop_watching_writers(const void* memory);
/// The same for what kernels load from it.
void watch_loads(const void* memory, std::size_t bytes);
void stop_watching_loads(const void* memory);
/// All watches begin anew.
void forget_writers();

/// Whether a kernel has written watched memory; false on a GPU.
bool was_written(const void* memory);

/// What is wrong with who has written the watched memory, in words for the learner; "" if nothing is, and
/// always on a GPU.
std::string unfair_share(const void* memory, const Share& share);

/// How often an element of memory whose loads are watched was loaded, on average; 0 on a GPU.
double loads_per_element(const void* memory, std::size_t element_bytes, std::size_t elements);
/// What is wrong with what warps load from it, but for three elements more than their share, where single ones come
/// after groups of four; "" if nothing is, and always on a GPU.
std::string unfair_loads(const void* memory, std::size_t element_bytes, const LoadShare& share);

#ifndef TUTORIAL_COMPILED
#include "tutorial/writers.inl.cuh"
#endif
