/// @file
/// @ingroup simt_execution
/// Copies from global to shared memory that have begun, and whose end not all threads of the block know of.
///
/// Their bytes are there at once. But as long as a copy is on its way, nobody may use what it fills, nor change
/// what it reads; and its end is known only to who has waited for it, and to those that a barrier, a flag or the
/// like has ordered behind that. The words that are filled count as invalid until then, so that only an
/// access to one of them has to ask here.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "races/shared_check.h"

namespace simt {

/// A phase of an ArrivalCounter in shared memory, which is complete only when the copies are. Null: a batch of
/// the thread's own.
struct CounterPhase {
  std::uintptr_t counter = 0;
  std::uint32_t number = 0;
  bool operator==(const CounterPhase&) const = default;
};

/// What one thread moves at a time.
struct AsyncStore {
  std::uintptr_t to;
  std::uintptr_t from;
  const void* pc;
  unsigned thread;
  unsigned bytes;  ///< 1 to 16; below 4 they are in one word
};

/// Those of one block.
class AsyncCopies {
 public:
  /// @param order of the block's threads
  AsyncCopies(std::uintptr_t shared_base, const SharedCheck& order)
      : base_(shared_base), order_(order) {}

  bool is_empty() const { return used_ == 0; }
  /// Nothing is on its way any more, and no thread has batches.
  void clear();

  /// A store begins; it belongs to this phase, or to the open batch of its thread.
  void add(const AsyncStore& store, const CounterPhase& phase);
  /// The thread's open batch is one now, and the next one is open.
  void commit(unsigned thread);
  /// The thread has waited for all of its batches but the `count` latest. Appends their stores to `landed`.
  void land_batches(unsigned thread, std::size_t count, std::vector<AsyncStore>& landed);
  /// A phase is complete, and with it its copies.
  void complete(const CounterPhase& phase);
  /// The thread has waited for that.
  void pass(const CounterPhase& phase, unsigned thread);
  /// The block has met: what one of its threads knows, all do.
  void publish();

  /// What a thread meets that uses [address, address + bytes).
  struct Meeting {
    const AsyncStore* store = nullptr;  ///< one that it must not meet
    bool in_batch = false;              ///< the store belongs to a batch
    bool is_valid = true;               ///< whether there is such memory at all
  };
  /// @param is_remote whether the thread is of another block of the cluster: it may use all that has landed
  Meeting meet(std::uintptr_t address, unsigned bytes, unsigned thread, bool is_remote) const;
  /// Whether any copy is on its way that reads global memory.
  bool has_sources() const { return pending_ > 0; }
  /// A copy on its way that reads some of these bytes of global memory.
  Meeting meet_source(std::uintptr_t address, unsigned bytes);

 private:
  static constexpr std::uint32_t kNone = 0;

  struct Range {
    std::uintptr_t begin = ~std::uintptr_t{0}, end = 0;
    void add(std::uintptr_t first, std::uintptr_t last);
    bool meets(std::uintptr_t first, std::uintptr_t last) const {
      return first < end && begin < last;
    }
  };
  /// Stores that are complete together.
  struct Transfer {
    CounterPhase phase;
    std::vector<std::uint32_t> stores;
    std::size_t live = 0;  ///< stores that a word still refers to
    bool in_use = false;
    bool has_landed = false;
    Range sources;
    std::vector<std::pair<unsigned, std::uint32_t>>
        waiters;  ///< thread, and tick in which it waited
    std::bitset<SharedOrder::kThreads> has_waited;
  };
  struct Stored {
    AsyncStore store;
    std::uint32_t transfer;
    std::uint32_t next =
        kNone;           ///< another one of the same word: only where it has less than 4 bytes
    unsigned words = 0;  ///< that refer to it
  };
  struct Word {
    std::uint32_t first = kNone;
    std::uint8_t valid = 0;  ///< what its shadow says else
  };
  struct Thread {
    std::vector<std::uint32_t> batches;  ///< transfers, kNone for empty ones
    std::uint32_t open = kNone;
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
  std::vector<Transfer> transfers_{1};
  std::vector<std::uint32_t> free_transfers_;
  std::vector<Thread> threads_;
  std::size_t used_ = 0;     ///< transfers
  std::size_t pending_ = 0;  ///< of them on their way
  Range sources_;            ///< at least all of those
};

}  // namespace simt
