/// @file
/// @ingroup simt_execution
/// The collectives of a block's warps: shuffles, votes, reductions, `__syncwarp`, products of matrices, and
/// `__activemask`.
#pragma once

#include <cstdint>

#include "simt/warp.h"

#include "execution/block/exchange.h"
#include "execution/block/mask_check.h"
#include "execution/threads/block_identity.h"
#include "execution/threads/threads.h"

namespace simt {

class Scheduler;

class Collectives {
 public:
  Collectives(Scheduler& scheduler, const BlockIdentity& identity);

  void begin_block() { mask_check_.begin_block(); }
  /// The running thread waits for the lanes of `mask`. @return its result
  /// @param scheduler the block's own; passing it saves a load where the caller has the block
  std::uint64_t wait(Scheduler& scheduler, WarpOp op, std::uint32_t mask, std::uint64_t value,
                     int lane_arg, int width, const void* site);
  /// The running thread calls __activemask() (active_mask.cpp).
  std::uint32_t active_mask(const void* site, void* frame);
  /// No lane of the warp can proceed. @param group lanes that replay has found together at the same call; 0: other
  /// lanes come first
  void complete_active_mask(unsigned warp, std::uint32_t group);

  /// Whether the end of the running thread has to be checked: check_bypassed_call().
  bool are_watching() const { return mask_check_.is_watching(); }
  void check_bypassed_call();
  /// A lane of the warp has exited: completes the collectives that waited only for it.
  void thread_finished(unsigned warp);
  /// The mask of the collective that the thread waits in; 0: it waits in none.
  std::uint32_t mask_of(unsigned thread) const;
  std::uint64_t hash(std::uint64_t seed) const;

 private:
  void complete(unsigned warp, unsigned which);
  void check_missing_lanes(unsigned warp, const Collective& done);
  void check_matrix_lanes(unsigned warp, const Collective& done);
  [[noreturn]] void fail_arguments(std::uint32_t mask, int width, const void* site) const;
  [[noreturn]] void fail_missing_source(unsigned warp, const Exchange::Missing& missing,
                                        std::uint32_t mask) const;
  void warn_of_missing_source(unsigned warp, std::uint32_t mask);

  /// For a report.
  ThreadPlace place_of(unsigned thread) const;

  Scheduler& scheduler_;
  const BlockIdentity& identity_;
  Exchange exchanges_[kMaxWarps];
  MaskCheck mask_check_;
  const void* warned_site_ = nullptr;  ///< of the latest warning
};

}  // namespace simt
