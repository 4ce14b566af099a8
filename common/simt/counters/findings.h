/// @file
/// @ingroup simt_counters
/// What the checks of a launch find. They add it while blocks run, on any OS thread and in any order; it is reported
/// when the launch is over, in the order of the blocks. If several blocks find the same, the first block in order
/// counts, not the first in time. So reports depend neither on the time nor on the number of OS threads.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/worker.h"

namespace simt {

/// What an observer reports of a line of code.
struct Finding {
  std::string what;    ///< one line
  std::string advice;  ///< what to do about it, one line
};
/// Its lines, with the file and the line of `site` between the two.
std::string text_of(const Finding& finding, const void* site);

/// What observers have found in one launch. It is reported when the launch is over, so a report depends neither on the
/// time nor on the number of OS threads.
class Findings {
 public:
  /// A warning, emitted once in the program for each kind and line of code.
  /// @param block its position in the order of the grid
  /// @param kind a literal
  /// @param site the code that is warned of
  /// @param text returns the text, if it is needed: with recording off, as stop_kernel_with() does
  template <class Text>
  void warn(std::uint64_t block, const char* kind, const void* site, Text text) {
    const Unrecorded unrecorded;
    const std::lock_guard lock(mutex_);
    const auto [place, is_new] = warnings_.try_emplace({kind, site});
    if (is_new || block < place->second.block) place->second = {block, ++count_, text()};
  }
  /// An error. The launch fails with the one of the first block in the order of the grid, and within a block with the
  /// first one that it has. The block goes on until then.
  /// @param block its position in the order of the grid
  /// @param text returns the text, if it is needed: with recording off, as stop_kernel_with() does
  template <class Text>
  void fail(std::uint64_t block, Text text) {
    const Unrecorded unrecorded;
    const std::lock_guard lock(mutex_);
    if (!failure_.has_value() || block < failure_->block) failure_ = {block, ++count_, text()};
  }

  // To be called when no block runs any more.
  /// Emits the warnings of the blocks that count.
  void emit_warnings(const std::function<bool(std::uint64_t block)>& counts) const;
  struct Text {
    std::uint64_t block = 0;
    std::uint64_t number = 0;  ///< in the order of time, which within a block is program order
    std::string text;
  };
  const std::optional<Text>& failure() const { return failure_; }

 private:
  std::mutex mutex_;
  std::map<std::pair<std::string_view, const void*>, Text> warnings_;  ///< by kind and site
  std::optional<Text> failure_;
  std::uint64_t count_ = 0;
};

}  // namespace simt
