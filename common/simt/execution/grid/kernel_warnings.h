/// @file
/// @ingroup simt_execution
/// The warnings of a launch, emitted when it is over. If several blocks have the same one, the first block in order
/// counts, not the first in time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "base/worker.h"

namespace simt {

class KernelWarnings {
 public:
  /// @param block its position in the order of the grid @param site the code that is warned of, once for each `kind`
  /// @param text returns the text, if it is needed: with recording off, as stop_kernel_with() does
  template <class Text>
  void add(std::uint64_t block, const char* kind, const void* site, Text text) {
    const Unrecorded unrecorded;
    const std::lock_guard lock(mutex_);
    const auto [place, is_new] = warnings_.try_emplace({kind, site});
    if (is_new || block < place->second.block) place->second = {block, ++count_, text()};
  }
  /// Emits the warnings of the blocks that count. To be called when no block runs any more.
  void emit(const std::function<bool(std::uint64_t block)>& counts) const;

 private:
  struct Warning {
    std::uint64_t block = 0;
    std::uint64_t number = 0;  ///< in the order of add(), which within a block is program order
    std::string text;
  };
  std::mutex mutex_;
  std::map<std::pair<std::string_view, const void*>, Warning> warnings_;
  std::uint64_t count_ = 0;
};

}  // namespace simt
