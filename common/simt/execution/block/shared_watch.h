/// @file
/// @ingroup simt_execution
/// What watches the shared memory of a block: races and reads of what nobody has written, in the block and in its
/// cluster, and whether the memory is used before its block begins or after it ends.
#pragma once

#include <cstdint>

#include "base/settings.h"
#include "base/trace_event.h"
#include "execution/block/block_identity.h"
#include "execution/block/cluster_end.h"
#include "execution/block/cluster_start.h"
#include "execution/block/threads.h"
#include "races/cluster_check.h"
#include "races/shared_check.h"

namespace simt {

/// What makes an access to shared memory one that other threads may look at.
enum class SharedStrength : std::uint8_t { kPlain, kVolatile, kAtomic };

class SharedWatch {
 public:
  SharedWatch(BlockThreads& threads, const BlockIdentity& identity);

  void begin_grid() { check_.begin_grid(); }
  void begin_block();

  /// Notes a plain load or store of shared memory that is about to happen; stops the block if it is
  /// wrong. @param is_first whether it is no further piece of an access that has not happened yet
  template <Op op>
  [[gnu::always_inline]] void access(std::uintptr_t address, unsigned bytes, const void* site,
                                     bool is_first, ReadKind kind) {
    if (address - base_ >= kSharedWindow || cluster_check_.is_needed()) [[unlikely]] {
      cluster_access(address, bytes, op, SharedStrength::kPlain, site, is_first, kind);
    } else if (settings_.check_shared &&
               ((is_first && check_.last_write_races()) ||
                check_.plain_access<op>(address, bytes, threads_.current, site, kind))) {
      fail_race(identity_, threads_, check_.race());
    }
  }
  /// The same of an access that is volatile or atomic.
  void strong_access(std::uintptr_t address, unsigned bytes, Op op, SharedStrength strength,
                     const void* site, bool is_first, ReadKind kind);
  /// The same of a read of an aggregate: it need not be written whole, but somewhere.
  void check_aggregate(std::uintptr_t address, std::size_t bytes, const void* site);

  /// The running thread is about to write a flag, or has read it, which may order what the block does in shared
  /// memory: shared_order.h.
  void release(std::uintptr_t address, bool is_store, bool has_order);
  void acquire(std::uintptr_t address, bool has_order);
  /// It has a fence, for the block or wider.
  void fence() {
    if (settings_.check_shared) check_.fence(threads_.current);
  }
  /// It is about to compare and swap what it may have read before.
  void record_cas(std::uintptr_t address, unsigned bytes);

  bool has_unchecked_write() const { return check_.has_unchecked_write(); }
  /// Before another thread runs.
  void judge_last_write() {
    if (check_.last_write_races()) fail_race(identity_, threads_, check_.race());
  }
  /// Races that were not judged before the end of the barrier interval.
  void judge_interval();
  /// Stops the block if one of its threads has read what nobody has written.
  void judge_unwritten();
  /// The block has met: what was done to shared memory so far comes before the rest.
  void barrier();
  /// All that live have passed the same barriers of their cluster.
  void share_barriers_passed();
  /// Ordered is what was done to all memories of the cluster.
  void forget_cluster();
  void end();

  SharedCheck& check() { return check_; }
  ClusterStart& start() { return start_; }
  const EarlyAccess& early_access() const { return start_.early_access(); }
  ClusterEnd& end_of_cluster() { return end_; }
  /// Whether the block has others beside it.
  bool is_clustered() const { return cluster_check_.is_needed(); }
  /// Stops the running block for what this one, or another one of its cluster, has used too early.
  [[noreturn]] void fail_early_access() const;

 private:
  void cluster_access(std::uintptr_t address, unsigned bytes, Op op, SharedStrength strength,
                      const void* site, bool is_first, ReadKind kind);
  void check_remote_use(std::uintptr_t address, Op op, const void* site);
  SharedUse use_of(Op op, SharedStrength strength) const;
  /// Whether it matters who comes after whom in shared memory.
  bool orders() const;
  /// A race on the shared memory of `owner`, found by one of its cluster.
  [[noreturn]] static void fail_race(const BlockIdentity& owner, const BlockThreads& threads,
                                     const Race& race);

  const Settings& settings_ = settings();
  BlockThreads& threads_;
  const BlockIdentity& identity_;
  const std::uintptr_t base_ = identity_.shared_base;
  SharedCheck check_;
  ClusterCheck cluster_check_;
  ClusterStart start_{threads_};
  ClusterEnd end_;
  /// Barriers of the cluster and of the grid that one of its threads had passed when the block last met.
  std::uint32_t barriers_passed_ = 0;
};

}  // namespace simt
