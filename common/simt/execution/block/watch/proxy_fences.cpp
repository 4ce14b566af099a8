#include "execution/block/watch/proxy_fences.h"

#include <algorithm>
#include <atomic>

#include "simt/bulk_copy.h"

#include "base/process.h"

namespace simt {
namespace {

struct ReadsOfShared {
  std::atomic<bool> exist{false};
};

}  // namespace

bool bulk_copies_read_shared() {
  process().part<ReadsOfShared>().exist.store(true, std::memory_order_relaxed);
  return true;
}

bool proxy_fences_are_needed() {
  return process().part<ReadsOfShared>().exist.load(std::memory_order_relaxed);
}

void ProxyFences::begin_block() {
  threads_.clear();
  stores_.clear();
}

void ProxyFences::store(std::uintptr_t address, unsigned bytes, unsigned thread, const void* pc) {
  const Store store{static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc)),
                    order_.timestamp(thread), static_cast<std::uint16_t>(thread)};
  const std::size_t first = (address - base_) / 4, end = (address - base_ + bytes + 3) / 4;
  if (end > stores_.size()) stores_.resize(end);
  std::fill(stores_.begin() + static_cast<std::ptrdiff_t>(first),
            stores_.begin() + static_cast<std::ptrdiff_t>(end), store);
}

void ProxyFences::bulk_store(std::uintptr_t address, std::size_t bytes) {
  const std::size_t first = (address - base_) / 4;
  const std::size_t end = std::min((address - base_ + bytes) / 4, stores_.size());
  for (std::size_t i = first; i < end; ++i) stores_[i].pc = 0;
}

const ProxyFences::Store* ProxyFences::find_unfenced(std::uintptr_t address, std::size_t bytes,
                                                     unsigned thread) const {
  const std::size_t end = std::min((address - base_ + bytes + 3) / 4, stores_.size());
  const Store* before = nullptr;
  for (std::size_t i = (address - base_) / 4; i < end; ++i) {
    const Store& store = stores_[i];
    if (store.pc == 0) continue;
    const bool is_same =
        before != nullptr && before->thread == store.thread && before->timestamp == store.timestamp;
    if (!is_same && !lies_between(store.thread, store.timestamp, thread)) return &store;
    before = &store;
  }
  return nullptr;
}

void ProxyFences::fence(unsigned thread) {
  if (threads_.empty()) threads_.resize(SharedOrder::kThreads);
  Thread& own = threads_[thread];
  if (own.last.size() == kKept) {
    own.last.erase(own.last.begin());
    own.has_more = true;
  }
  own.last.push_back({order_.timestamp(thread), order_.interval(), order_.clock(thread)});
}

bool ProxyFences::covers(const Fence& fence, unsigned thread, unsigned writer,
                         std::uint32_t timestamp) {
  if (timestamp < fence.interval) return true;
  // Lanes of a warp that have met are not told from such that have not.
  if (writer / 32 == thread / 32) return timestamp <= fence.timestamp;
  return fence.clock != nullptr && (*fence.clock)[writer] > timestamp;
}

bool ProxyFences::lies_between(unsigned writer, std::uint32_t timestamp, unsigned reader) const {
  if (threads_.empty()) return false;
  const auto fences_between = [&](unsigned thread) {
    const Thread& by = threads_[thread];
    if (by.has_more && timestamp <= by.last.front().timestamp) return true;
    return std::any_of(by.last.begin(), by.last.end(), [&](const Fence& fence) {
      return covers(fence, thread, writer, timestamp) &&
             (thread == reader || order_.is_ordered(thread, fence.timestamp, reader));
    });
  };
  if (fences_between(writer) || fences_between(reader)) return true;
  for (unsigned thread = 0; thread < SharedOrder::kThreads; ++thread) {
    if (!threads_[thread].last.empty() && fences_between(thread)) return true;
  }
  return false;
}

}  // namespace simt
