/// @file
/// @ingroup simt_execution
/// Lanes that a collective's mask names, and that have ended without making the call.
///
/// CUDA asks for it of lanes that have not exited, so a lane that has returned early may be named. It is a mistake if the
/// lane has made the same call with another mask. And it is likely one if the lane has gone round the call and on: then it
/// has run code that others run behind the call.
#pragma once

#include <cstdint>
#include <vector>

#include "base/trace_event.h"
#include "execution/block/threads.h"

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
  /// Of the lanes that a mask names and that have ended: one whose last call was this one with another mask.
  Mismatch find_mismatch(unsigned warp, std::uint32_t missing, std::uint32_t mask,
                         const void* site) const;

  /// `thread` goes on behind a call that these lanes of its warp have not made.
  void watch(unsigned thread, std::uint32_t missing, std::uint32_t mask, const void* site);
  bool is_watching() const { return is_watching_; }
  struct Passer {
    bool found = false;
    unsigned lane = 0;  ///< has gone round the call
    std::uint32_t mask = 0;
    const void* site = nullptr;
  };
  /// The thread ends.
  Passer judge(unsigned thread);

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
  std::vector<Step> steps_;     ///< of the lanes that have ended, not of the thread so far
};

}  // namespace simt
