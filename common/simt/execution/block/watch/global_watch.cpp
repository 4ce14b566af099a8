#include "execution/block/watch/global_watch.h"

#include <algorithm>
#include <utility>

#include "base/bits.h"
#include "base/settings.h"
#include "base/symbols.h"
#include "base/trace_event.h"
#include "execution/block/watch/block_watch.h"
#include "execution/block/watch/wrong_index.h"
#include "execution/grid/grid.h"
#include "memory/allocations.h"
#include "memory/elements.h"
#include "memory/written.h"
#include "races/global_shadow.h"

namespace simt {

void GlobalWatch::begin_block() {
  last_unwritten_ = {};
  GridChecks& checks = identity_.grid->checks;
  check_.begin_block(checks.watches() ? &checks : nullptr, identity_.order);
}

void GlobalWatch::flush_pending() {
  Recorder& recorder = worker().recorder;
  TraceEvent* const store = recorder.stores;
  const bool is_word = store != nullptr && store + 1 == recorder.cursor &&
                       access_of(store->key).bytes() == 4 && recorder.acquires == 0 &&
                       recorder.wrong_index == nullptr && !watch_.copies.has_sources();
  if (!is_word) [[unlikely]]
    return flush_any_pending();
  // By far the most frequent thing: here, it needs no stack.
  recorder.last = recorder.end - 1;
  recorder.stores = nullptr;
  const auto* const word = reinterpret_cast<const std::uint32_t*>(store->address);
  store->address |= std::uint64_t{hash_word(*word)} << kHashShift;
}

[[gnu::noinline]] void GlobalWatch::flush_any_pending() {
  worker().recorder.last = worker().recorder.end - 1;
  if (worker().recorder.wrong_index != nullptr) check_wrong_index();
  TraceEvent* const stores = worker().recorder.stores;
  if (stores != nullptr) {
    TraceEvent* const end = worker().recorder.cursor;
    worker().recorder.stores = nullptr;
    for (TraceEvent* event = stores; event != end; ++event) {
      const std::uint64_t hash =
          hash_value(event->address & kAddressMask, access_of(event->key).bytes());
      event->address |= hash << kHashShift;
    }
    if (watch_.copies.has_sources()) [[unlikely]]
      check_sources(stores, end);
  }
  if (const std::uintptr_t address = std::exchange(worker().recorder.acquires, 0); address != 0) {
    acquire(address, worker().recorder.cursor, worker().recorder.acquires_scope);
  }
}

/// Whether the stores have changed what an asynchronous copy still reads.
void GlobalWatch::check_sources(const TraceEvent* event, const TraceEvent* end) {
  for (; event != end; ++event) {
    watch_.copies.check_source(event->address & kAddressMask, access_of(event->key),
                               pc_of(event->key));
  }
}

void GlobalWatch::check_lane(unsigned thread) {
  if (threads_.warps[thread / kWarpLanes].events == nullptr) return;
  check_.check_events(thread, threads_.events_of(thread), threads_.cursor_of(thread));
}

void GlobalWatch::check_all_lanes() {
  const Unrecorded unrecorded;
  for (unsigned thread = 0; thread < threads_.count; ++thread) check_lane(thread);
}

bool GlobalWatch::is_freed_concurrently(std::uintptr_t address) {
  if (address < kHeapBase || !check_.watches()) return false;
  const Unrecorded unrecorded;
  return check_.is_freed_concurrently(address, threads_.current);
}

bool GlobalWatch::races_with_free(std::uintptr_t address, Access access, const void* pc) {
  if (!is_freed_concurrently(address)) return false;
  const Unrecorded unrecorded;
  const std::uint64_t one = address;
  const auto lane = static_cast<std::uint8_t>(threads_.current % kWarpLanes);
  check_.request(event_key(0, pc, access), threads_.current / kWarpLanes, 1, &one, &lane, false);
  return true;
}

void GlobalWatch::bulk_access(std::uint64_t address, Access access, const void* site) {
  const std::uintptr_t place = address & kAddressMask;
  if (access.op() != Op::kLoad) watch_.copies.check_source(place, access, site);
  if (!check_.watches()) return;
  const Unrecorded unrecorded;
  check_lane(threads_.current);
  if (access.op() == Op::kStore)
    address |= std::uint64_t{hash_value(place, access.bytes())} << kHashShift;
  const auto lane = static_cast<std::uint8_t>(threads_.current % kWarpLanes);
  check_.request(event_key(0, site, access), threads_.current / kWarpLanes, 1, &address, &lane,
                 false);
}

void GlobalWatch::sync_warp(unsigned warp, std::uint32_t lanes, bool whole) {
  for (const unsigned lane : set_bits(lanes)) check_lane(warp * kWarpLanes + lane);
  check_.sync_warp(warp, lanes, whole);
}

void GlobalWatch::sync_warps(std::uint32_t warps) {
  for (const unsigned warp : set_bits(warps)) {
    const unsigned first = warp * kWarpLanes;
    for (unsigned lane = 0; lane < kWarpLanes; ++lane) check_lane(first + lane);
  }
  check_.sync_warps(warps);
}

void GlobalWatch::fence(Scope scope) {
  settle();
  const Unrecorded unrecorded;
  const unsigned first = threads_.current / kWarpLanes * kWarpLanes;
  for (unsigned lane = 0; lane < kWarpLanes; ++lane) check_lane(first + lane);
  check_.fence(threads_.current, scope);
}

void GlobalWatch::release(std::uintptr_t address, Scope scope) {
  if (!check_.order_is_active()) return;
  settle();
  const Unrecorded unrecorded;
  check_.release(address, threads_.current, scope);
}

void GlobalWatch::acquire(std::uintptr_t address, TraceEvent* end, Scope scope) {
  if (!check_.order_is_active()) return;
  threads_.set_cursor(threads_.current, end);
  const Unrecorded unrecorded;
  check_lane(threads_.current);
  if (!check_.acquire(address, threads_.current, scope)) return;
  // The releasing block has begun, and its earlier uses of the block's memory are ordered now.
  watch_.shared.start().current_knows();
  watch_.shared.end_of_cluster().clear();
}

void GlobalWatch::record_cas(std::uintptr_t address, unsigned bytes, CasReads& cas_reads) {
  // A hash table does such an operation at a new address every time: it would look at the whole buffer in vain.
  constexpr std::ptrdiff_t kMaxEvents = 64;
  TraceEvent* const end = worker().recorder.cursor - 1;  // without the compare-and-swap itself
  TraceEvent* const first = threads_.events_of(threads_.current);
  const Unrecorded unrecorded;
  for_each_verified_read(end - std::min(kMaxEvents, end - first), end, address, bytes,
                         [&](const void* pc) { cas_reads.add(pc); });
}

void GlobalWatch::record_unwritten(std::uintptr_t address, Op op, const void* site) {
  if (settings().check_init == InitCheck::kOff || has_recorded_unwritten(site)) return;
  const Unrecorded unrecorded;
  identity_.grid->checks.record(
      UnwrittenRead{identity_.order, threads_.current, op, site, address});
  last_unwritten_ = {site, threads_.current};
}

void GlobalWatch::check_written(std::uintptr_t address, Access access, const void* site,
                                ReadKind kind) {
  const WrittenPart part = written_part(address, access.bytes());
  if (part.missing == 0 || has_recorded_unwritten(site)) return;
  const Unrecorded unrecorded;
  const auto declared = [&] { return declared_at(identity_.grid->call.get(), address); };
  const auto is_in_copy = [site] { return is_in_copy_function(site); };
  if (is_mistake(access.op(), access.bytes(), kind, part.some, declared, is_in_copy)) {
    record_unwritten(part.missing, access.op(), site);
  }
}

void GlobalWatch::free_memory(std::uintptr_t address, std::size_t bytes, const void* site) {
  // A pending store to that memory is hashed while the memory still exists.
  settle();
  const Unrecorded unrecorded;
  watch_.records.record_access(address, bytes, Access(Op::kStore, Space::kGlobal, 1), site);
  if (watches()) check_.free_memory(address, bytes, threads_.current, site);
}

}  // namespace simt
