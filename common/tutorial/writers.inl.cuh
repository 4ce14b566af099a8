/// @file
/// @ingroup tutorial
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/writers.cuh"

#if TUTORIAL_HAS_WRITERS

namespace tutorial {

using BlockNumber = std::tuple<unsigned, unsigned, unsigned, unsigned>;  ///< of a launch
using WarpNumber = std::pair<BlockNumber, unsigned>;

inline BlockNumber block_of(const simt::Writer& w) {
  return {w.launch, w.block.x, w.block.y, w.block.z};
}
inline WarpNumber warp_of(const simt::Writer& w) { return {block_of(w), w.warp}; }

inline std::string position(const uint3& i) {
  return "(" + std::to_string(i.x) + "," + std::to_string(i.y) + "," + std::to_string(i.z) + ")";
}

/// "out[7] was", "elements 0 to 255 of out were"; "all 256 elements" if there are no others.
inline std::string these_were(const std::string& name, long long first, long long last,
                              long long count, long long all) {
  if (first == last) return name + "[" + std::to_string(first) + "] was";
  if (count == all && last - first + 1 == count) {
    return "all " + std::to_string(all) + " elements of " + name + " were";
  }
  return (last - first + 1 == count
              ? "elements " + std::to_string(first) + " to " + std::to_string(last)
              : std::to_string(count) + " elements") +
         " of " + name + " were";
}

/// What there should be more of. Where a block or a warp has one element, more threads in it are no help.
inline std::string missing(const Share& share, std::size_t threads, long long elements) {
  if (share.warps_at_least <= share.blocks_at_least) return "blocks";
  if (threads == 1 && share.warps_at_least < elements) return "threads, warps and blocks";
  return share.blocks_at_least > 1 ? "warps and blocks" : "warps";
}

/// Elements with one property.
struct Elements {
  long long first = -1, last = -1, count = 0;
  const simt::Writer* writer = nullptr;  ///< of the first one
  void add(long long i, const simt::Writer& by) {
    if (count++ == 0) {
      first = i;
      writer = &by;
    }
    last = i;
  }
};

/// Who has written the elements that a share is of.
struct Written {
  Written(const std::vector<simt::Writer>& writers, const Share& its_share)
      : share(its_share), all(static_cast<long long>(writers.size())) {
    for (long long i = 0; i < all; ++i) {
      if (!share.where || share.where(i)) add(i, writers[static_cast<std::size_t>(i)]);
    }
  }
  void add(long long i, const simt::Writer& writer) {
    wanted.add(i, writer);
    by_kind[writer.kind].add(i, writer);
    if (writer.kind != simt::WriterKind::kKernel) return;
    if (writer.again) again.add(i, writer);
    by_warp[warp_of(writer)].add(i, writer);
    by_block[block_of(writer)].add(i, writer);
    if (threads.size() < 2) {
      threads.insert({block_of(writer), writer.thread.x, writer.thread.y, writer.thread.z});
    }
  }
  long long warps() const { return static_cast<long long>(by_warp.size()); }
  long long blocks() const { return static_cast<long long>(by_block.size()); }
  std::string these(const Elements& elements) const {
    return these_were(share.name, elements.first, elements.last, elements.count, all);
  }

  const Share& share;
  long long all;  ///< elements, with those that the share is not of
  Elements wanted, again;
  std::map<simt::WriterKind, Elements> by_kind;
  std::map<WarpNumber, Elements> by_warp;
  std::map<BlockNumber, Elements> by_block;
  std::set<std::tuple<BlockNumber, unsigned, unsigned, unsigned>> threads;  ///< two, if there are
};

// What is wrong with them; "" if nothing is.

inline std::string find_other_writer(const Written& w) {
  for (const auto& [kind, elements] : w.by_kind) {
    if (kind == simt::WriterKind::kKernel) continue;
    if (kind == simt::WriterKind::kNobody) return w.these(elements) + " not written by a kernel";
    return w.these(elements) + " written by " +
           (kind == simt::WriterKind::kHost ? "the host" : "a copy or a memset of the host") +
           ": that is what a kernel is to do";
  }
  return "";
}

inline std::string find_too_few(const Written& w) {
  const Share& share = w.share;
  const bool few_warps = w.warps() < share.warps_at_least;
  const bool few_blocks = w.blocks() < share.blocks_at_least;
  if (!few_warps && !few_blocks) return "";
  if (w.threads.size() == 1 || w.warps() == 1 || w.blocks() == 1) {
    const simt::Writer& writer = *w.wanted.writer;
    const std::string block = "block " + position(writer.block);
    return w.these(w.wanted) + " written by " +
           (writer.is_tile          ? block
            : w.threads.size() == 1 ? "thread " + position(writer.thread) + " of " + block
            : w.warps() == 1        ? "warp " + std::to_string(writer.warp) + " of " + block
                                    : block) +
           " alone: share them out among more " + missing(share, w.threads.size(), w.wanted.count);
  }
  const auto number = [](long long there, long long needed, const char* what) {
    return " written by " + std::to_string(there) + what + "; " + std::to_string(needed) +
           " or more can share them out";
  };
  return w.these(w.wanted) + (few_blocks ? number(w.blocks(), share.blocks_at_least, " blocks")
                                         : number(w.warps(), share.warps_at_least, " warps"));
}

inline std::string find_second_time(const Written& w) {
  if (!w.share.once || w.again.count == 0) return "";
  return w.these(w.again) + " written more than once in a launch: one " +
         (w.again.writer->is_tile ? "block" : "thread") + " stores each element, once";
}

inline std::string find_greedy_warp(const Written& w) {
  const long long most = w.share.per_warp_at_most;
  if (most == 0) return "";
  if (w.share.or_any_in_a_large_grid && w.warps() >= 32 && w.blocks() >= 8) return "";
  for (const auto& [number, elements] : w.by_warp) {
    if (elements.count <= most) continue;
    return w.these(elements) + " written by warp " + std::to_string(elements.writer->warp) +
           " of block " + position(elements.writer->block) + "; of " +
           std::to_string(w.wanted.count) + " elements a warp's share is " + std::to_string(most) +
           " at most";
  }
  return "";
}

}  // namespace tutorial

TUTORIAL_INLINE void watch_writers(const void* memory, std::size_t bytes,
                                   std::size_t element_bytes) {
  simt::watch_writers(memory, bytes, element_bytes);
}
TUTORIAL_INLINE void stop_watching_writers(const void* memory) {
  simt::stop_watching_writers(memory);
}
TUTORIAL_INLINE void watch_loads(const void* memory, std::size_t bytes) {
  simt::watch_loads(memory, bytes);
}
TUTORIAL_INLINE void stop_watching_loads(const void* memory) { simt::stop_watching_loads(memory); }
TUTORIAL_INLINE void forget_writers() { simt::forget_writers(); }

TUTORIAL_INLINE bool was_written(const void* memory) {
  const std::vector<simt::Writer> writers = simt::writers(memory);
  return std::any_of(writers.begin(), writers.end(), [](const simt::Writer& writer) {
    return writer.kind == simt::WriterKind::kKernel;
  });
}

TUTORIAL_INLINE std::string unfair_share(const void* memory, const Share& share) {
  const std::vector<simt::Writer> writers = simt::writers(memory);
  const tutorial::Written written(writers, share);
  for (const auto find : {tutorial::find_other_writer, tutorial::find_too_few,
                          tutorial::find_second_time, tutorial::find_greedy_warp}) {
    if (const std::string fault = find(written); !fault.empty()) return fault;
  }
  return "";
}

TUTORIAL_INLINE double loads_per_element(const void* memory, std::size_t element_bytes,
                                         std::size_t elements) {
  double bytes = 0;
  for (const simt::WarpLoads& warp : simt::loads(memory)) bytes += static_cast<double>(warp.bytes);
  return bytes / static_cast<double>(elements * element_bytes);
}

TUTORIAL_INLINE std::string unfair_loads(const void* memory, std::size_t element_bytes,
                                         const LoadShare& share) {
  const std::vector<simt::WarpLoads> all = simt::loads(memory);
  const auto most = std::max_element(
      all.begin(), all.end(),
      [](const simt::WarpLoads& a, const simt::WarpLoads& b) { return a.bytes < b.bytes; });
  if (most == all.end()) return "";
  const auto elements = static_cast<long long>(most->bytes / element_bytes);
  constexpr int kLast = 3;  // who loads four at a time may load the last ones one by one
  if (elements <= share.per_warp_at_most + kLast) return "";
  return "warp " + std::to_string(most->warp) + " of block " + tutorial::position(most->block) +
         " loads " + std::to_string(elements) + " elements of " + share.name +
         "; a warp's share is " + std::to_string(share.per_warp_at_most) + " at most" +
         (share.task.empty() ? "" : ": " + share.task);
}

#else

TUTORIAL_INLINE void watch_writers(const void*, std::size_t, std::size_t) {}
TUTORIAL_INLINE void stop_watching_writers(const void*) {}
TUTORIAL_INLINE void watch_loads(const void*, std::size_t) {}
TUTORIAL_INLINE void stop_watching_loads(const void*) {}
TUTORIAL_INLINE void forget_writers() {}
TUTORIAL_INLINE bool was_written(const void*) { return false; }
TUTORIAL_INLINE std::string unfair_share(const void*, const Share&) { return ""; }
TUTORIAL_INLINE double loads_per_element(const void*, std::size_t, std::size_t) { return 0; }
TUTORIAL_INLINE std::string unfair_loads(const void*, std::size_t, const LoadShare&) { return ""; }

#endif
