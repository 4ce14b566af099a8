#include "execution/block/watch/bulk_copies.h"

#include <algorithm>

#include "base/settings.h"
#include "execution/block/watch/block_watch.h"
#include "execution/reports/bulk_reports.h"
#include "execution/threads/running_thread.h"

namespace simt {
BulkCopies::BulkCopies(const BlockThreads& threads, const BlockIdentity& identity,
                       BlockWatch& watch)
    : fences(identity.shared_base, watch.shared.check()),
      initialised(identity.shared_base, watch.shared.check()),
      threads_(threads),
      identity_(identity) {}

void BulkCopies::begin_block() {
  fences.begin_block();
  initialised.begin_block();
  expected_.clear();
  copies_.clear();
  passed_.clear();
}

void BulkCopies::end() {
  if (copies_.empty()) return;
  stop_kernel_with([&] {
    return copy_at_end_report({Op::kStore, copies_.front().site, place_of(copies_.front())});
  });
}

void BulkCopies::expects(const CounterPhase& phase, std::int64_t bytes, unsigned thread,
                         const void* site) {
  const Unrecorded unrecorded;
  for (Bytes& known : expected_) {
    if (known.phase.counter != phase.counter) continue;
    known = {phase, known.phase == phase ? known.bytes + bytes : bytes, site, thread};
    return;
  }
  expected_.push_back({phase, bytes, site, thread});
}

void BulkCopies::begins(const CounterPhase& phase, std::size_t bytes, unsigned thread,
                        const void* site) {
  const Unrecorded unrecorded;
  copies_.push_back({phase, static_cast<std::int64_t>(bytes), site, thread});
}

std::int64_t BulkCopies::on_their_way(std::uintptr_t counter) const {
  std::int64_t sum = 0;
  for (const Bytes& copy : copies_) sum += copy.phase.counter == counter ? copy.bytes : 0;
  return sum;
}

const BulkCopies::Bytes* BulkCopies::last_of(const std::vector<Bytes>& list,
                                             std::uintptr_t counter) const {
  const auto found = std::find_if(list.rbegin(), list.rend(), [&](const Bytes& bytes) {
    return bytes.phase.counter == counter;
  });
  return found == list.rend() ? nullptr : &*found;
}

std::int64_t BulkCopies::land(std::uintptr_t counter, const BarrierObject& object) {
  const std::int64_t coming = on_their_way(counter);
  if (coming == 0 || object.arrived != object.expected || coming < object.missing_bytes) return 0;
  if (coming > object.missing_bytes) {
    const Bytes& copy = *last_of(copies_, counter);
    const Bytes* const expected = last_of(expected_, counter);
    stop_kernel_with([&] {
      return wrong_bytes_report(object.missing_bytes, coming,
                                {Op::kStore, copy.site, place_of(copy)},
                                expected == nullptr ? nullptr : expected->site, running_thread());
    });
  }
  const Unrecorded unrecorded;
  copies_.erase(std::remove_if(copies_.begin(), copies_.end(),
                               [&](const Bytes& of) { return of.phase.counter == counter; }),
                copies_.end());
  return coming;
}

BarrierObject BulkCopies::with_copies(std::uintptr_t counter, BarrierObject object) const {
  const Bytes* const expected = last_of(expected_, counter);
  const Bytes* const copy = last_of(copies_, counter);
  object.coming_bytes = on_their_way(counter);
  object.missing_bytes -= object.coming_bytes;
  object.expects_at = expected == nullptr ? nullptr : expected->site;
  object.copies_at = copy == nullptr ? nullptr : copy->site;
  return object;
}

bool BulkCopies::is_waited_for(const CounterPhase& phase) const {
  return std::any_of(copies_.begin(), copies_.end(),
                     [&](const Bytes& copy) { return copy.phase == phase; });
}

void BulkCopies::fail_unexpected(const CounterPhase& phase, const void* site) const {
  const Bytes& copy = *last_of(copies_, phase.counter);
  stop_kernel_with([&] {
    return unexpected_bytes_report(on_their_way(phase.counter), site,
                                   {Op::kStore, copy.site, place_of(copy)}, running_thread());
  });
}

void BulkCopies::passed(const CounterPhase& phase, unsigned thread) {
  if (last_of(expected_, phase.counter) == nullptr) return;
  const Unrecorded unrecorded;
  auto known = std::find_if(passed_.begin(), passed_.end(),
                            [&](const Passed& of) { return of.counter == phase.counter; });
  if (known == passed_.end()) {
    known = passed_.insert(known, Passed{phase.counter, {}});
    known->phase.fill(kNever);
  }
  known->phase[thread] = static_cast<std::uint8_t>(phase.number);
}

bool BulkCopies::has_passed_other(const CounterPhase& phase, unsigned thread) const {
  return std::any_of(passed_.begin(), passed_.end(), [&](const Passed& of) {
    return of.counter == phase.counter && of.phase[thread] != kNever &&
           of.phase[thread] != phase.number;
  });
}

ThreadAccess BulkCopies::access_of(const ProxyFences::Store& store) const {
  return {Op::kStore, reinterpret_cast<const void*>(std::uintptr_t{store.pc}),
          identity_.place_of(threads_, store.thread)};
}

void BulkCopies::check_fenced(std::uintptr_t address, std::size_t bytes, BulkReader reader,
                              const void* site) {
  if (!settings().check_shared) return;
  const ProxyFences::Store* const store =
      fences.find_unfenced(address, bytes, running_thread_number());
  if (store == nullptr) return;
  stop_kernel_with(
      [&] { return missing_fence_report(reader, site, access_of(*store), running_thread()); });
}

void BulkCopies::check_initialised(std::uintptr_t counter, const void* site) {
  if (!settings().check_shared) return;
  const ProxyFences::Store* const store =
      initialised.find_unfenced(counter, sizeof(std::uint64_t), running_thread_number());
  if (store == nullptr) return;
  stop_kernel_with(
      [&] { return missing_init_fence_report(site, access_of(*store), running_thread()); });
}

}  // namespace simt
