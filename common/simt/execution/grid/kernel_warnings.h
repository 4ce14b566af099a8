/// @file
/// @ingroup simt_execution
/// What a launch warns of, told when it is over: by the first block in order, whichever came first.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace simt {

class KernelWarnings {
 public:
  /// @param block its place in the order of the grid's. @param site the line of code that is warned of, once for
  /// each `kind`. @param text makes the text, if it is needed
  template <class Text>
  void add(std::uint64_t block, const char* kind, const void* site, Text text) {
    const std::lock_guard lock(mutex_);
    const auto [place, is_new] = warnings_.try_emplace({kind, site});
    if (is_new || block < place->second.block) place->second = {block, ++count_, text()};
  }
  /// Tells those of the blocks up to `last`. To be called when no block runs any more.
  void emit(std::uint64_t last) const;

 private:
  struct Warning {
    std::uint64_t block = 0;
    std::uint64_t number =
        0;  ///< in the order of their notes, which in a block is that of the warnings
    std::string text;
  };
  std::mutex mutex_;
  std::map<std::pair<std::string_view, const void*>, Warning> warnings_;
  std::uint64_t count_ = 0;
};

}  // namespace simt
