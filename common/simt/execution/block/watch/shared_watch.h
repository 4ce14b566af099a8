/// @file
/// @ingroup simt_execution
/// Checks the use of a block's shared memory: races and uninitialised reads, in the block and in its cluster, and uses
/// before its block begins or after it ends.
#pragma once

#include <cstdint>

#include "base/settings.h"
#include "base/trace_event.h"
#include "execution/block/watch/cluster_end.h"
#include "execution/block/watch/cluster_start.h"
#include "execution/block/watch/proxy_fences.h"
#include "execution/threads/block_identity.h"
#include "execution/threads/threads.h"
#include "races/cluster_check.h"
#include "races/shared_check.h"

namespace simt {

struct BlockWatch;

/// Whether an access to shared memory may synchronize with other threads.
enum class SharedStrength : std::uint8_t { kPlain, kVolatile, kAtomic };

class SharedWatch {
 public:
  SharedWatch(BlockThreads& threads, const BlockIdentity& identity);

  // Called by the device code.
  /// The short way for a plain load or store of a word of the block's own shared memory. False: nothing is done.
  template <Op op>
  [[gnu::always_inline]] bool short_access(std::uintptr_t address, unsigned thread,
                                           const void* site) {
    return check_.short_access<op>(address, thread, site);
  }
  /// The shortest way for a plain load: it adds at most its lane to what is known of the word. False: nothing is done.
  [[gnu::always_inline]] bool is_read_again(std::uintptr_t address, unsigned thread,
                                            const void* site) {
    return check_.is_read_again(address, thread, site);
  }
  /// A plain load or store of shared memory is about to happen: stops the block if it is an error. @param is_first
  /// false for the further pieces of one access
  template <Op op>
  [[gnu::always_inline]] void access(std::uintptr_t address, unsigned bytes, const void* site,
                                     bool is_first, ReadKind kind) {
    if (op == Op::kStore && stores_ != nullptr) [[unlikely]]
      watch_store(address, bytes, site);
    if (address - base_ >= kSharedWindow || cluster_check_.is_needed()) [[unlikely]] {
      cluster_access(address, bytes, op, SharedStrength::kPlain, site, is_first, kind);
    } else if (is_on() && ((is_first && check_.last_write_races()) ||
                           check_.plain_access<op>(address, bytes, threads_.current, site, kind))) {
      fail_race(identity_, threads_, check_.race());
    }
  }
  /// A volatile or atomic access is about to happen: stops the block if it is an error.
  void strong_access(std::uintptr_t address, unsigned bytes, Op op, SharedStrength strength,
                     const void* site, bool is_first, ReadKind kind);
  /// The running thread is about to do a compare-and-swap of a word that it may have read before.
  void record_cas(std::uintptr_t address, unsigned bytes);

  // Called by the other checks of the block.
  /// Whether uses of shared memory are checked (SIMT_CHECK_SHARED).
  bool is_on() const { return settings_.check_shared; }
  /// Whether its cluster has several blocks.
  bool is_clustered() const { return cluster_check_.is_needed(); }
  SharedCheck& check() { return check_; }
  ClusterStart& start() { return start_; }
  ClusterEnd& end_of_cluster() { return end_; }

 private:
  friend struct BlockWatch;

  // What happens to the block.
  void begin_grid() { check_.begin_grid(); }
  void begin_block();
  /// From now on remembers stores, for the proxy fences that may be missing behind them; null: it does not.
  void watch_stores(ProxyFences* stores) { stores_ = stores; }
  /// An aggregate is about to be read: at least one byte has to be initialised.
  void check_aggregate(std::uintptr_t address, std::size_t bytes, const void* site);
  /// The running thread is about to write a flag, or has read it, which may order what the block does in shared
  /// memory: shared_order.h.
  void release(std::uintptr_t address, bool is_store, bool has_order);
  void acquire(std::uintptr_t address, bool has_order);
  /// It calls a fence, of block scope or wider.
  void fence() {
    if (is_on()) check_.fence(threads_.current);
  }
  bool has_unchecked_write() const { return check_.has_unchecked_write(); }
  /// Before another thread runs.
  void check_last_write() {
    if (check_.last_write_races()) fail_race(identity_, threads_, check_.race());
  }
  /// Stops the block for a race that is decided only at the end of the barrier interval.
  void check_interval();
  /// Stops the block if there was an uninitialised read.
  void check_unwritten();
  /// The block barrier: everything in shared memory so far happens before the rest.
  void barrier();
  /// All live threads have passed the same barriers of their cluster.
  void share_barriers_passed();
  /// Everything so far in the shared memory of the whole cluster happens before the rest.
  void clear_cluster();
  void end();
  /// A use of another block's memory that may have been before that block began; pc null: none.
  const EarlyAccess& early_access() const { return start_.early_access(); }
  /// Stops the running block for that.
  [[noreturn]] void fail_early_access() const;

  void cluster_access(std::uintptr_t address, unsigned bytes, Op op, SharedStrength strength,
                      const void* site, bool is_first, ReadKind kind);
  void watch_store(std::uintptr_t address, unsigned bytes, const void* site);
  void check_remote_use(std::uintptr_t address, Op op, const void* site);
  SharedUse use_of(Op op, SharedStrength strength) const;
  /// Whether the happens-before relation in shared memory is needed.
  bool orders() const;
  /// Stops the running block for a race on the shared memory of `owner`.
  [[noreturn]] static void fail_race(const BlockIdentity& owner, const BlockThreads& threads,
                                     const Race& race);

  const Settings& settings_ = settings();
  BlockThreads& threads_;
  const BlockIdentity& identity_;
  const std::uintptr_t base_ = identity_.shared_base;
  SharedCheck check_;
  ClusterCheck cluster_check_;
  ProxyFences* stores_ = nullptr;
  ClusterStart start_{threads_};
  ClusterEnd end_;
  /// Barriers of the cluster and of the grid that one of its threads had passed at the last block barrier.
  std::uint32_t barriers_passed_ = 0;
};

}  // namespace simt
