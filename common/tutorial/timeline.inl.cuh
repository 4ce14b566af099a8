/// @file
/// @ingroup tutorial
#pragma once

#include <algorithm>
#include <utility>

#include "tutorial/timeline.cuh"

TUTORIAL_INLINE Timeline::Timeline(std::vector<Operation> operations)
    : operations_(std::move(operations)) {}

TUTORIAL_INLINE std::vector<std::size_t> Timeline::all(const std::string& kind_or_name) const {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < operations_.size(); ++i) {
    const Operation& operation = operations_[i];
    if (operation.kind == kind_or_name || operation.name == kind_or_name) indices.push_back(i);
  }
  return indices;
}

TUTORIAL_INLINE bool Timeline::comes_before(std::size_t a, std::size_t b) const {
  if (a >= b || b >= operations_.size()) return false;
  // What an operation waits for is before it in the list.
  std::vector<bool> is_before(operations_.size());
  is_before[b] = true;
  for (std::size_t i = b; i > a; --i) {
    if (!is_before[i]) continue;
    for (const std::size_t earlier : operations_[i].after) is_before[earlier] = true;
  }
  return is_before[a];
}

TUTORIAL_INLINE bool Timeline::may_overlap(std::size_t a, std::size_t b) const {
  return a != b && !comes_before(a, b) && !comes_before(b, a);
}

TUTORIAL_INLINE bool Timeline::overlap(std::size_t a, std::size_t b) const {
  const Operation& first = operations_[a];
  const Operation& second = operations_[b];
  return std::max(first.start, second.start) < std::min(first.end, second.end);
}

TUTORIAL_INLINE long long Timeline::steps() const {
  long long last = 0;
  for (const Operation& operation : operations_) last = std::max(last, operation.end);
  return last;
}

TUTORIAL_INLINE long long Timeline::critical_path() const {
  std::vector<long long> end(operations_.size());
  long long longest = 0;
  for (std::size_t i = 0; i < operations_.size(); ++i) {
    for (const std::size_t earlier : operations_[i].after) end[i] = std::max(end[i], end[earlier]);
    end[i] += operations_[i].steps();
    longest = std::max(longest, end[i]);
  }
  return longest;
}

TUTORIAL_INLINE long long Timeline::steps_of(const std::string& kind_or_name) const {
  long long steps = 0;
  for (const std::size_t i : all(kind_or_name)) steps += operations_[i].steps();
  return steps;
}

namespace tutorial {

TUTORIAL_INLINE void start_timeline() {
  CHECK(cudaDeviceSynchronize());
#if TUTORIAL_HAS_TIMELINES
  simt::start_timeline();
#endif
}

TUTORIAL_INLINE Timeline finish_timeline() {
#if TUTORIAL_HAS_TIMELINES
  simt::stop_timeline();
  CHECK(cudaDeviceSynchronize());
  std::vector<Timeline::Operation> operations;
  for (const simt::TimelineOperation& o : simt::timeline()) {
    operations.push_back({simt::kind_name(o.kind), o.name, o.line, o.stream, o.in_graph, o.bytes,
                          o.start, o.end, o.after});
  }
  return Timeline(std::move(operations));
#else
  CHECK(cudaDeviceSynchronize());
  return Timeline();
#endif
}

}  // namespace tutorial
