/// @file
/// @ingroup simt_races
/// The users of a word, or of a byte, of shared memory in this barrier interval. A use that happens after all earlier
/// ones replaces them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "races/shared_order.h"

namespace simt {

/// All threads that have used something in one way.
struct UserSet {
  std::uint32_t warps;
  std::uint32_t lanes[kMaxWarps];
  std::uint32_t timestamp[SharedOrder::kThreads];
  std::uint32_t pc[SharedOrder::kThreads];
};

/// The uses of one kind. Mostly they are by lanes of one warp, at one pc and one timestamp.
struct Uses {
  std::uint32_t timestamp;  ///< in an older interval: there are no uses
  std::uint32_t pc;
  std::uint32_t lanes;  ///< of the warp of `thread`
  std::uint16_t thread;
  std::uint16_t other;  ///< one of another warp; `thread` if there is none
  std::uint32_t other_pc;
  std::uint32_t set;  ///< 1 + the number of the set with all uses; 0: there are no others
};

/// The result of a search for a use.
struct User {
  bool found = false;
  unsigned thread = 0;
  std::uint32_t pc = 0;
};

/// The sets of one block.
class UserSets {
 public:
  void barrier() { used_ = 0; }
  UserSet& operator[](std::uint32_t number) { return *sets_[number - 1]; }
  /// A set with the contents of `uses`.
  std::uint32_t make(const Uses& uses);
  std::uint32_t copy(std::uint32_t number);

 private:
  std::uint32_t next();
  std::vector<std::unique_ptr<UserSet>> sets_;
  std::uint32_t used_ = 0;
};

}  // namespace simt
