/// @file
/// @ingroup tutorial
/// Who has written the elements of a buffer: how a task's work is shared out. Only the CPU backend knows.
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
};

/// Watches memory from now on; nothing on a GPU. @param element_bytes of an element
void watch_writers(const void* memory, std::size_t bytes, std::size_t element_bytes);
void stop_watching_writers(const void* memory);
/// All watches begin anew.
void forget_writers();

/// Whether a kernel has written watched memory; false on a GPU.
bool was_written(const void* memory);

/// What is wrong with who has written the watched memory, in words for the learner; "" if nothing is, and
/// always on a GPU.
std::string unfair_share(const void* memory, const Share& share);

#ifndef TUTORIAL_COMPILED
#include "tutorial/writers.inl.cuh"
#endif
