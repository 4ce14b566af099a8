/// @file
/// @ingroup simt_execution
/// Lanes that a collective's mask names, but that have exited without making the call.
///
/// CUDA requires the call only of lanes that have not exited, so a lane that has returned early may be in the mask. It
/// is an error if the lane has made the same call with another mask. And it is probably one if the lane has bypassed
/// the call: if it has run code that others run after the call.
#pragma once

#include <cstdint>
#include <vector>

#include "base/trace_event.h"
#include "execution/threads/threads.h"

namespace simt {

class MaskCheck {
 public:
  explicit MaskCheck(const BlockThreads& threads) : threads_(threads) {}

  void begin_block() {
    ++block_;
    is_watching_ = false;
  }
  /// The lane makes a call.
  void note_call(unsigned thread, std::uint32_t mask, const void* site) {
    calls_[thread] = {site, mask, block_};
  }
  struct Mismatch {
    bool found = false;
    unsigned lane = 0;
    std::uint32_t mask = 0;
  };
  /// Among lanes that are in the mask and have exited: one whose last call was this one with another mask.
  Mismatch find_mismatch(unsigned warp, std::uint32_t missing, std::uint32_t mask,
                         const void* site) const;

  /// `thread` continues after a call that the `missing` lanes of its warp have not made.
  void watch(unsigned thread, std::uint32_t missing, std::uint32_t mask, const void* site);
  bool is_watching() const { return is_watching_; }
  struct Bypass {
    bool found = false;
    unsigned lane = 0;  ///< that has bypassed the call
    std::uint32_t mask = 0;
    const void* site = nullptr;
  };
  /// The thread ends.
  Bypass check(unsigned thread);

 private:
  struct Call {
    const void* site;
    std::uint32_t mask;
    std::uint32_t block;  ///< that it belongs to, as `block_`
  };
  struct Step {
    const void* pc;
    unsigned lane;
  };

  const BlockThreads& threads_;
  std::uint32_t block_ = 0;
  Call calls_[kMaxBlockThreads] = {};
  bool is_watching_ = false;
  unsigned thread_ = 0;
  std::uint32_t mask_ = 0;
  const void* site_ = nullptr;
  std::uint16_t recorded_ = 0;  ///< events of the thread before the call
  std::vector<Step> steps_;     ///< of the lanes that have exited, but not of the thread so far
};

}  // namespace simt
