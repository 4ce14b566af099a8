/// @file
/// @ingroup simt_execution
/// Copies to shared memory that have begun and not landed.
#pragma once

#include <cstddef>
#include <vector>

namespace simt {

/// One word on its way.
struct AsyncStore {
  alignas(16) unsigned char data[16];
  void* to;
  const void* pc;  ///< of the copy
  void* frame;
  unsigned bytes;
};

/// Those of one block's threads.
class AsyncCopies {
 public:
  void begin_block() {
    if (in_flight_ > 0) threads_.clear();
    in_flight_ = 0;
  }
  void add(unsigned thread, const AsyncStore& store);
  /// What has been added since the last call is a batch.
  void commit(unsigned thread);
  /// Calls `perform` with each store of the thread's batches, of all but the `count` latest.
  template <class Perform>
  void land_all_but(unsigned thread, unsigned count, const Perform& perform) {
    Thread& copies = of(thread);
    if (copies.batches.size() <= count) return;
    const auto end = copies.batches.end() - count;
    std::size_t landed = 0;
    for (auto batch = copies.batches.begin(); batch != end; ++batch) landed += *batch;
    const auto last = copies.stores.begin() + static_cast<std::ptrdiff_t>(landed);
    for (auto store = copies.stores.begin(); store != last; ++store) perform(*store);
    in_flight_ -= landed + static_cast<std::size_t>(end - copies.batches.begin());
    copies.stores.erase(copies.stores.begin(), last);
    copies.batches.erase(copies.batches.begin(), end);
    copies.batched -= landed;
  }

 private:
  struct Thread {
    std::vector<AsyncStore> stores;
    std::vector<std::size_t> batches;  ///< how many of the stores belong to each
    std::size_t batched = 0;
  };
  Thread& of(unsigned thread);
  std::vector<Thread> threads_;
  std::size_t in_flight_ = 0;  ///< stores and batches
};

}  // namespace simt
