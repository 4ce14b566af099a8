/// @file
/// @ingroup simt_execution
/// Asynchronous copies from global to shared memory whose completion is not yet visible to all threads of the block.
///
/// The model moves the bytes at once. But while a copy is in flight, no thread may use its destination or change its
/// source. Its completion is visible to a thread that has waited for it, and to threads that are ordered after that
/// wait by a barrier, a flag or the like. Until then the words of the destination are marked invalid in the shadow
/// memory, so that only accesses to these words take the slow path that asks here.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "races/shared_check.h"

namespace simt {

/// A phase of an ArrivalCounter in shared memory, which completes only after its copies. Null: a batch of the
/// thread's own, of those with this number.
struct CounterPhase {
  std::uintptr_t counter = 0;
  std::uint32_t number = 0;
  bool operator==(const CounterPhase&) const = default;
};

/// The batches of a thread: those of its `cp.async`, the groups of its bulk copies, and those of its warp's products.
inline constexpr unsigned kBatches = 3;
inline constexpr CounterPhase kBulkGroup{0, 1};
inline constexpr CounterPhase kProducts{0, 2};

/// A store of one thread's part of a copy.
struct AsyncStore {
  std::uintptr_t to;
  std::uintptr_t from;  ///< in global memory; 0: there is nothing to protect
  const void* pc;
  unsigned thread;         ///< as in RaceAccess
  unsigned bytes;          ///< below 4 they are in one word
  bool is_source = false;  ///< the copy reads what is at `to`, and nobody may write there
};

/// The copies of one block.
class AsyncCopies {
 public:
  /// @param order the happens-before relation of the block's threads
  AsyncCopies(std::uintptr_t shared_base, const SharedCheck& order)
      : base_(shared_base), order_(order) {}

  bool is_empty() const { return used_ == 0; }
  /// Drops all copies and batches.
  void clear();

  /// A store begins; it belongs to this phase, or to the open batch of its thread.
  void add(const AsyncStore& store, const CounterPhase& phase);
  /// Closes the thread's open batch, and opens the next one.
  void commit(unsigned thread, unsigned kind = 0);
  /// The thread has waited for all of its batches but the `count` latest. Appends their stores to `completed`.
  void complete_batches(unsigned thread, std::size_t count, std::vector<AsyncStore>& completed,
                        unsigned kind = 0);
  /// A phase is complete, and with it its copies.
  void complete(const CounterPhase& phase);
  /// The thread has waited for that.
  void pass(const CounterPhase& phase, unsigned thread);
  /// The block barrier: a completion that is visible to one thread is visible to all.
  void publish();

  /// The result for an access to [address, address + bytes).
  struct Conflict {
    const AsyncStore* store =
        nullptr;            ///< one whose completion is not visible to the thread; null: none
    bool in_batch = false;  ///< the store belongs to a batch
    bool is_valid = true;   ///< whether the bytes are valid memory at all
    CounterPhase phase{};   ///< what the store belongs to
  };
  /// @param is_remote whether the thread is of another block of the cluster: it may use all complete copies
  /// @param is_read whether the bytes stay as they are
  Conflict find_conflict(std::uintptr_t address, unsigned bytes, unsigned thread, bool is_remote,
                         bool is_read = false) const;
  /// A store in flight that belongs to a batch of this kind; null: there is none.
  const AsyncStore* any_in_batches(unsigned kind) const;
  /// Whether any copy from global memory is in flight.
  bool has_sources() const { return pending_ > 0; }
  /// Finds a copy in flight that reads some of these bytes of global memory.
  Conflict find_source_conflict(std::uintptr_t address, unsigned bytes);

 private:
  static constexpr std::uint32_t kNone = 0;

  struct Range {
    std::uintptr_t begin = ~std::uintptr_t{0}, end = 0;
    void add(std::uintptr_t first, std::uintptr_t last);
    bool overlaps(std::uintptr_t first, std::uintptr_t last) const {
      return first < end && begin < last;
    }
  };
  /// Stores that complete together.
  struct Transfer {
    CounterPhase phase;
    std::vector<std::uint32_t> stores;
    std::size_t live = 0;  ///< stores that a word still refers to
    bool in_use = false;
    bool is_complete = false;
    Range sources;
    std::vector<std::pair<unsigned, std::uint32_t>> waiters;  ///< thread, and timestamp of its wait
    std::bitset<SharedOrder::kThreads> has_waited;
  };
  struct Stored {
    AsyncStore store;
    std::uint32_t transfer;
    unsigned words = 0;  ///< that refer to it
  };
  /// A store of a word, and the link to another one of it.
  struct Link {
    std::uint32_t store = kNone, next = kNone;
  };
  struct Word {
    std::uint32_t first = kNone;  ///< link
    std::uint8_t valid = 0;       ///< its shadow value without the copy
  };
  struct Thread {
    std::vector<std::uint32_t> batches[kBatches];  ///< transfers, kNone for empty ones
    std::uint32_t open[kBatches] = {};             ///< kNone: nothing
  };

  Thread& of(unsigned thread);
  std::uint32_t transfer_of(const CounterPhase& phase, unsigned thread);
  std::uint32_t new_transfer(const CounterPhase& phase);
  void refer(std::uintptr_t address, std::uint32_t number);
  /// The word no longer refers to those of its stores for which `is_over`.
  template <class IsOver>
  void drop(std::uintptr_t address, IsOver is_over);
  void release(std::uint32_t number);
  void remove(Transfer& transfer, std::uint32_t number);
  bool knows(const Transfer& transfer, unsigned thread) const;

  const std::uintptr_t base_;
  const SharedCheck& order_;
  std::vector<Word> words_;
  std::vector<Stored> stores_{1};  ///< the first stands for none
  std::vector<std::uint32_t> free_stores_;
  std::vector<Link> links_{1};  ///< of all words
  std::vector<std::uint32_t> free_links_;
  std::vector<Transfer> transfers_{1};
  std::vector<std::uint32_t> free_transfers_;
  std::vector<Thread> threads_;
  std::size_t used_ = 0;     ///< transfers
  std::size_t pending_ = 0;  ///< of them in flight
  Range sources_;            ///< covers the sources of all of these
};

}  // namespace simt
