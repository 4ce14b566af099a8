#include "execution/block/watch/async_copies.h"

#include <algorithm>

#include "base/address_map.h"

namespace simt {

namespace {

/// A new element, at a place that is free.
template <class T>
std::uint32_t take_place(std::vector<T>& elements, std::vector<std::uint32_t>& free) {
  if (free.empty()) {
    elements.emplace_back();
    return static_cast<std::uint32_t>(elements.size() - 1);
  }
  const std::uint32_t number = free.back();
  free.pop_back();
  elements[number] = {};
  return number;
}

}  // namespace

void AsyncCopies::Range::add(std::uintptr_t first, std::uintptr_t last) {
  begin = std::min(begin, first);
  end = std::max(end, last);
}

void AsyncCopies::clear() {
  threads_.clear();
  if (is_empty()) return;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (words_[i].first != kNone) shared_shadow(base_ + 4 * i) = words_[i].valid;
  }
  words_.clear();
  stores_.resize(1);
  free_stores_.clear();
  links_.resize(1);
  free_links_.clear();
  free_transfers_.clear();
  transfers_.resize(1);
  used_ = pending_ = 0;
  sources_ = {};
}

AsyncCopies::Thread& AsyncCopies::of(unsigned thread) {
  if (threads_.empty()) threads_.resize(SharedOrder::kThreads);
  return threads_[thread];
}

std::uint32_t AsyncCopies::new_transfer(const CounterPhase& phase) {
  const std::uint32_t number = take_place(transfers_, free_transfers_);
  transfers_[number].phase = phase;
  transfers_[number].in_use = true;
  ++used_;
  ++pending_;
  return number;
}

std::uint32_t AsyncCopies::transfer_of(const CounterPhase& phase, unsigned thread) {
  if (phase.counter == 0) {
    std::uint32_t& open = of(thread).open[phase.number];
    if (open == kNone) open = new_transfer(phase);
    return open;
  }
  for (std::uint32_t number = 1; number < transfers_.size(); ++number) {
    const Transfer& transfer = transfers_[number];
    if (transfer.in_use && !transfer.is_complete && transfer.phase == phase) return number;
  }
  return new_transfer(phase);
}

void AsyncCopies::release(std::uint32_t number) {
  Stored& stored = stores_[number];
  if (--stored.words > 0) return;
  const std::uint32_t of = stored.transfer;
  stored.transfer = kNone;
  free_stores_.push_back(number);
  if (--transfers_[of].live > 0) return;
  transfers_[of].in_use = false;
  free_transfers_.push_back(of);
  --used_;
}

template <class IsOver>
void AsyncCopies::drop(std::uintptr_t address, IsOver is_over) {
  Word& word = words_[(address - base_) / 4];
  for (std::uint32_t* at = &word.first; *at != kNone;) {
    Link& link = links_[*at];
    if (is_over(link.store)) {
      free_links_.push_back(*at);
      *at = link.next;
      release(link.store);
    } else {
      at = &link.next;
    }
  }
  if (word.first == kNone) shared_shadow(address / 4 * 4) = word.valid;
}

void AsyncCopies::refer(std::uintptr_t address, std::uint32_t number) {
  const std::size_t index = (address - base_) / 4;
  if (index >= words_.size()) words_.resize(index + 1);
  Word& word = words_[index];
  const AsyncStore& store = stores_[number].store;
  if (word.first != kNone) {  // of copies whose completion is visible to the thread
    drop(address, [&](std::uint32_t earlier) {
      const AsyncStore& other = stores_[earlier].store;
      return transfers_[stores_[earlier].transfer].is_complete &&
             (store.bytes >= 4 ||
              (other.to < store.to + store.bytes && store.to < other.to + other.bytes));
    });
  }
  if (word.first == kNone) {
    word.valid = shared_shadow(address);
    shared_shadow(address) = 0;
  }
  const std::uint32_t link = take_place(links_, free_links_);
  links_[link] = {number, word.first};
  word.first = link;
  ++stores_[number].words;
}

void AsyncCopies::add(const AsyncStore& store, const CounterPhase& phase) {
  const std::uint32_t transfer = transfer_of(phase, store.thread);
  const std::uint32_t number = take_place(stores_, free_stores_);
  stores_[number] = {store, transfer};
  Transfer& to = transfers_[transfer];
  to.stores.push_back(number);
  ++to.live;
  if (store.from != 0) {
    to.sources.add(store.from, store.from + store.bytes);
    sources_.add(store.from, store.from + store.bytes);
  }
  for (std::uintptr_t word = store.to / 4 * 4; word < store.to + store.bytes; word += 4) {
    refer(word, number);
  }
}

void AsyncCopies::commit(unsigned thread, unsigned kind) {
  Thread& own = of(thread);
  own.batches[kind].push_back(own.open[kind]);
  own.open[kind] = kNone;
}

/// The completion of the store is visible to all threads.
void AsyncCopies::remove(Transfer& transfer, std::uint32_t number) {
  if (stores_[number].transfer == kNone || &transfers_[stores_[number].transfer] != &transfer) {
    return;  // later copies have taken its place
  }
  const AsyncStore store = stores_[number].store;
  for (std::uintptr_t word = store.to / 4 * 4; word < store.to + store.bytes; word += 4) {
    drop(word, [&](std::uint32_t other) { return other == number; });
  }
}

void AsyncCopies::complete_batches(unsigned thread, std::size_t count,
                                   std::vector<AsyncStore>& completed, unsigned kind) {
  std::vector<std::uint32_t>& batches = of(thread).batches[kind];
  if (batches.size() <= count) return;
  const auto end = batches.end() - static_cast<std::ptrdiff_t>(count);
  for (auto batch = batches.begin(); batch != end; ++batch) {
    if (*batch == kNone) continue;
    Transfer& transfer = transfers_[*batch];
    transfer.is_complete = true;
    --pending_;
    const std::vector<std::uint32_t> stores = std::move(transfer.stores);
    for (const std::uint32_t number : stores) {
      completed.push_back(stores_[number].store);
      remove(transfer, number);
    }
  }
  batches.erase(batches.begin(), end);
}

const AsyncStore* AsyncCopies::any_in_batches(unsigned kind) const {
  for (const Transfer& transfer : transfers_) {
    if (!transfer.in_use || transfer.is_complete || transfer.stores.empty()) continue;
    if (transfer.phase == CounterPhase{0, kind}) return &stores_[transfer.stores.front()].store;
  }
  return nullptr;
}

void AsyncCopies::complete(const CounterPhase& phase) {
  for (Transfer& transfer : transfers_) {
    if (!transfer.in_use || transfer.is_complete || transfer.phase != phase) continue;
    transfer.is_complete = true;
    --pending_;
  }
}

void AsyncCopies::pass(const CounterPhase& phase, unsigned thread) {
  if (is_empty()) return;
  for (Transfer& transfer : transfers_) {
    if (!transfer.in_use || !transfer.is_complete || transfer.phase != phase ||
        transfer.has_waited[thread]) {
      continue;
    }
    transfer.has_waited[thread] = true;
    transfer.waiters.emplace_back(thread, order_.timestamp(thread));
  }
}

void AsyncCopies::publish() {
  for (std::size_t i = 1; i < transfers_.size(); ++i) {
    Transfer& transfer = transfers_[i];
    if (!transfer.in_use || transfer.waiters.empty()) continue;
    const std::vector<std::uint32_t> stores = std::move(transfer.stores);
    for (const std::uint32_t number : stores) remove(transfer, number);
  }
}

bool AsyncCopies::knows(const Transfer& transfer, unsigned thread) const {
  if (transfer.has_waited[thread]) return true;
  return std::any_of(transfer.waiters.begin(), transfer.waiters.end(), [&](const auto& waiter) {
    return order_.is_ordered(waiter.first, waiter.second, thread);
  });
}

AsyncCopies::Conflict AsyncCopies::find_conflict(std::uintptr_t address, unsigned bytes,
                                                 unsigned thread, bool is_remote,
                                                 bool is_read) const {
  Conflict conflict;
  for (std::uintptr_t byte = address; byte < address + bytes; ++byte) {
    const std::size_t index = (byte - base_) / 4;
    const bool is_filled = index < words_.size() && words_[index].first != kNone;
    const std::uint8_t valid = is_filled ? words_[index].valid : shared_shadow(byte);
    if (valid <= byte % 4) return {nullptr, false, false};
    if (!is_filled || conflict.store != nullptr) continue;
    for (std::uint32_t link = words_[index].first; link != kNone; link = links_[link].next) {
      const Stored& stored = stores_[links_[link].store];
      const Transfer& transfer = transfers_[stored.transfer];
      if (byte >= stored.store.to && byte < stored.store.to + stored.store.bytes &&
          !(is_read && stored.store.is_source) &&
          !(transfer.is_complete && (is_remote || knows(transfer, thread)))) {
        conflict.store = &stored.store;
        conflict.phase = transfer.phase;
        conflict.in_batch = transfer.phase.counter == 0;
        break;
      }
    }
  }
  return conflict;
}

AsyncCopies::Conflict AsyncCopies::find_source_conflict(std::uintptr_t address, unsigned bytes) {
  if (!sources_.overlaps(address, address + bytes)) return {};
  sources_ = {};
  for (const Transfer& transfer : transfers_) {
    if (!transfer.in_use || transfer.is_complete) continue;
    sources_.add(transfer.sources.begin, transfer.sources.end);
    if (!transfer.sources.overlaps(address, address + bytes)) continue;
    for (const std::uint32_t number : transfer.stores) {
      const AsyncStore& store = stores_[number].store;
      if (store.from < address + bytes && address < store.from + store.bytes)
        return {&store, transfer.phase.counter == 0};
    }
  }
  return {};
}

}  // namespace simt
