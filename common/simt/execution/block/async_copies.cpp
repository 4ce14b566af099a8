#include "execution/block/async_copies.h"

#include "execution/block/worker.h"

namespace simt {

AsyncCopies::Thread& AsyncCopies::of(unsigned thread) {
  if (threads_.empty()) threads_.resize(kMaxBlockThreads);
  return threads_[thread];
}

void AsyncCopies::add(unsigned thread, const AsyncStore& store) {
  of(thread).stores.push_back(store);
  ++in_flight_;
}

void AsyncCopies::commit(unsigned thread) {
  Thread& copies = of(thread);
  copies.batches.push_back(copies.stores.size() - copies.batched);
  copies.batched = copies.stores.size();
  ++in_flight_;
}

std::vector<AsyncStore> AsyncCopies::take_all_but(unsigned thread, unsigned count) {
  Thread& copies = of(thread);
  if (copies.batches.size() <= count) return {};
  const auto end = copies.batches.end() - count;
  std::size_t landed = 0;
  for (auto batch = copies.batches.begin(); batch != end; ++batch) landed += *batch;
  const auto last = copies.stores.begin() + static_cast<std::ptrdiff_t>(landed);
  std::vector<AsyncStore> stores(copies.stores.begin(), last);
  in_flight_ -= landed + static_cast<std::size_t>(end - copies.batches.begin());
  copies.stores.erase(copies.stores.begin(), last);
  copies.batches.erase(copies.batches.begin(), end);
  copies.batched -= landed;
  return stores;
}

}  // namespace simt
