/// @file
/// @ingroup simt_execution
/// __syncthreads() and its votes: who has arrived, and what they have said.
#pragma once

#include "simt/builtins.h"

namespace simt {

class BlockBarrier {
 public:
  void begin_block() { arrived_ = 0; }
  /// A thread arrives at `site`.
  [[gnu::always_inline]] void vote(Vote kind, int predicate, const void* site) {
    if (arrived_ == 0) {
      site_ = site;
      sites_differ_ = false;
      votes_ = kind == Vote::kAnd;
    } else if (site != site_) {
      sites_differ_ = true;
    }
    switch (kind) {
      case Vote::kNone:
        break;
      case Vote::kCount:
        votes_ += predicate != 0;
        break;
      case Vote::kAnd:
        votes_ &= predicate != 0;
        break;
      case Vote::kOr:
        votes_ |= predicate != 0;
        break;
    }
  }
  /// @return how many wait now
  unsigned arrive() { return ++arrived_; }
  unsigned arrived() const { return arrived_; }
  /// All have arrived: from now on `result` says what they have voted for.
  void release() {
    arrived_ = 0;
    result_ = votes_;
  }
  int result() const { return result_; }
  /// Where the first one waits, and whether others wait elsewhere.
  const void* site() const { return site_; }
  bool sites_differ() const { return sites_differ_; }

 private:
  unsigned arrived_ = 0;
  const void* site_ = nullptr;
  bool sites_differ_ = false;
  int votes_ = 0;
  int result_ = 0;
};

}  // namespace simt
