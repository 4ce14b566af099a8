#include "execution/block/async_copies.h"

#include "execution/block/block.h"

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

}  // namespace simt
