#include "operations/stream_order.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/address_map.h"
#include "base/host_thread.h"
#include "base/process.h"
#include "base/settings.h"
#include "base/static_memory.h"
#include "memory/accessibility.h"
#include "memory/registered.h"
#include "operations/host_accesses.h"
#include "operations/timeline.h"
#include "races/cas_reads.h"

namespace simt {
namespace {

/// With more chains, an era ends as soon as it can.
constexpr std::size_t kManyChains = 32;
/// Numbers for the operations in a node with a condition.
constexpr std::uint64_t kMaxInside = std::uint64_t{1} << 36;

/// Whether the operation happens before what the clock belongs to.
bool happens_before(const Operation& operation, const VectorClock& clock) {
  return clock.era != operation.clock.era || clock.last(operation.chain) >= operation.timestamp();
}

/// To wait for the kernel in front is to wait for no other: if that one has not waited itself, what it
/// is concurrent with may still run.
void record_concurrent(Operation& operation, const Operation& primary) {
  auto& concurrent = operation.concurrent;
  concurrent = primary.concurrent;
  if (!operation.waits_for_primary && primary.used != nullptr) {
    concurrent.push_back(std::make_shared<Operation>(primary));
    concurrent.back()->concurrent.clear();
  }
  // No more run at a time.
  if (concurrent.size() > kConcurrentKernels) concurrent.erase(concurrent.begin());
}

}  // namespace

class StreamOrder::Guard {
 public:
  explicit Guard(StreamOrder& order) : lock_(order.mutex_) {}

 private:
  std::lock_guard<std::mutex> lock_;
  InRuntime in_runtime_;
};

void StreamOrder::advise(const PageAdvice& advice) {
  const Guard guard(*this);
  end_host_code();
  page_changes_[++issued_] = [advice] { advise_pages(advice); };
  change_pages();
}

void StreamOrder::issue(const OperationPtr& operation, const std::vector<TaskPtr>& after) {
  const Guard guard(*this);
  if (operation->place.inside != nullptr) return issue_inside(operation, after);
  end_host_code();
  operation->number = ++issued_;
  if (operation->kind == OperationKind::kCondition) issued_ += kMaxInside;
  operation->clock = host_;
  if (operation->primary != nullptr && happens_before(*operation->primary, host_)) {
    operation->primary = nullptr;
  }
  for (const TaskPtr& task : after) {
    if (task != nullptr) operation->clock.join(operation_of(task)->clock);
  }
  const bool is_marker = operation->is_marker();
  operation->chain = chain_for(*operation, after);
  if (is_marker) {
    issued_on_[operation->place.stream.device].join(operation->clock);
    return add_to_timelines(operation, after);
  }
  if (operation->chain == kHost) {
    operation->chain = static_cast<std::uint32_t>(lengths_.size());
    lengths_.push_back(0);
  }
  operation->clock.advance(operation->chain, ++lengths_[operation->chain]);
  issued_on_[operation->place.stream.device].join(operation->clock);
  in_flight_[operation->number] = operation;
  add_to_timelines(operation, after);
  advance_host();
  for (const FootprintPart& part : operation->footprint.parts) {
    watch_foreign({part.ranges.front().begin, part.ranges.back().end});
  }
  update_watch();
}

void StreamOrder::complete(const OperationPtr& operation) {
  if (operation->is_marker()) return;
  const Guard guard(*this);
  finish(operation);
  races_.report(in_flight_);
}

void StreamOrder::host_has_waited_for(const OperationPtr& operation) {
  if (operation != nullptr) host_has_waited_for(operation->clock);
}

void StreamOrder::host_has_waited_for(const VectorClock& clock) {
  const Guard guard(*this);
  end_host_code();
  host_.join(clock);
  add_wait_to_timelines(ApiCall::current(), host_);
  if (races_.discard(host_, in_flight_) && lengths_.size() > kManyChains) begin_era();
  update_watch();
  races_.report(in_flight_);
}

bool StreamOrder::happens_before_host(const Operation& operation) {
  const Guard guard(*this);
  return operation.clock.era < host_.era || host_.last(operation.chain) >= operation.timestamp();
}

VectorClock StreamOrder::issued_so_far() {
  const Guard guard(*this);
  VectorClock all = host_;
  all.join(issued_on_[current_device_number()]);
  return all;
}

void StreamOrder::record_host_code_access(std::uint64_t key, std::uintptr_t address,
                                          std::size_t bytes) {
  const Guard guard(*this);
  if (!host_watch.active.load(std::memory_order_relaxed)) return;
  if (host_code_ == nullptr) {
    host_code_ = std::make_shared<Operation>();
    host_code_->kind = OperationKind::kHostCode;
    host_code_->number = ++issued_;
    host_code_->clock = host_;
    in_flight_[host_code_->number] = host_code_;
  }
  host_accesses_.add(key, address, address + bytes);
}

void StreamOrder::record_heap_release(const OperationPtr& kernel, std::uintptr_t address,
                                      std::size_t bytes, const void* pc) {
  if (!settings().check_streams || kernel == nullptr) return;
  const Guard guard(*this);
  races_.record_heap_release(kernel, address, bytes, pc);
}

std::string StreamOrder::memory_race(const OperationPtr& kernel, std::uintptr_t address,
                                     Touch touch, const void* pc) {
  if (!settings().check_streams || kernel == nullptr) return "";
  const Guard guard(*this);
  return races_.memory_race(kernel, address, touch, pc, in_flight_);
}

/// In a body of a node with a condition, while that runs: it is a part of the node, for what is outside of that.
void StreamOrder::issue_inside(const OperationPtr& operation, const std::vector<TaskPtr>& after) {
  Operation& node = *operation->place.inside;
  operation->number = node.number + ++node.inner;
  operation->clock = node.clock;
  operation->chain = node.chain;
  operation->primary = nullptr;
  std::set<std::uint64_t> before;
  for (const TaskPtr& task : after) {
    if (task == nullptr) continue;
    const Operation& earlier = *operation_of(task);
    if (earlier.place.body != operation->place.body) continue;
    before.insert(earlier.before_in_body.begin(), earlier.before_in_body.end());
    before.insert(earlier.number);
  }
  operation->before_in_body.assign(before.begin(), before.end());
  if (!operation->is_marker()) in_flight_[operation->number] = operation;
}

/// A chain that the operation can go on with; kHost if there is none.
std::uint32_t StreamOrder::chain_for(const Operation& operation,
                                     const std::vector<TaskPtr>& after) const {
  for (const TaskPtr& task : after) {
    if (task == nullptr) continue;
    const Operation& earlier = *operation_of(task);
    if (earlier.chain != kHost && earlier.clock.era == operation.clock.era &&
        lengths_[earlier.chain] == earlier.timestamp()) {
      return earlier.chain;
    }
  }
  for (std::uint32_t c = 1; c < lengths_.size(); ++c) {
    if (lengths_[c] == operation.clock.last(c)) return c;
  }
  return kHost;
}

void StreamOrder::end_host_code() {
  if (host_code_ == nullptr) return;
  const OperationPtr code = std::move(host_code_);
  host_code_ = nullptr;
  code->footprint = host_accesses_.finish();
  code->footprint.mark_checked_reads(process().part<CasReads>());
  finish(code);
  advance_host();
}

void StreamOrder::finish(const OperationPtr& operation) {
  in_flight_.erase(operation->number);
  const OperationPtr primary = std::move(operation->primary);
  if (timelines_are_recorded()) operation->bytes = operation->footprint.bytes();
  move_pages(*operation);
  if (!settings().check_streams) return;
  if (primary != nullptr) record_concurrent(*operation, *primary);
  races_.add(operation, issued_);
}

/// Pages go where operations need them in the order of issue, whatever order they ran in.
void StreamOrder::move_pages(const Operation& operation) {
  const bool by_host =
      operation.kind == OperationKind::kHostCode || operation.kind == OperationKind::kHostFunction;
  if (auto uses = pages_of(operation.footprint, by_host, operation.place.stream.device);
      !uses.empty()) {
    page_changes_[operation.number] = [uses = std::move(uses)] { use_pages(uses); };
  }
  change_pages();
}
void StreamOrder::change_pages() {
  const std::uint64_t next = in_flight_.empty() ? issued_ + 1 : in_flight_.begin()->first;
  while (!page_changes_.empty() && page_changes_.begin()->first < next) {
    page_changes_.begin()->second();
    page_changes_.erase(page_changes_.begin());
  }
}

/// Numbers chains anew: nothing of the earlier ones can race any more.
void StreamOrder::begin_era() {
  lengths_.resize(1);
  const std::uint32_t timestamp = host_.last(kHost);
  const std::uint32_t era = host_.era + 1;
  host_ = VectorClock();
  host_.era = era;
  for (VectorClock& issued : issued_on_) issued = host_;
  host_.advance(kHost, timestamp);
}

void StreamOrder::watch_foreign(const Range& range) {
  const bool is_models =
      range.begin - kGlobalBase < kGlobalBytes ||
      (accessibility_of(reinterpret_cast<const void*>(range.begin), 1) == Accessibility::kDevice);
  if (is_models) return;
  foreign_.begin = std::min(foreign_.begin, range.begin);
  foreign_.end = std::max(foreign_.end, range.end);
}

void StreamOrder::update_watch() {
  if (!accesses_are_recorded()) return;
  bool active = false;
  for (std::uint32_t c = 1; c < lengths_.size(); ++c) active |= lengths_[c] > host_.last(c);
  if (!active) {
    foreign_ = {~std::uintptr_t{0}, 0};
  } else {
    if (const auto range = registered_bounds()) watch_foreign({range->first, range->second});
  }
  if (const auto range = variables_to_watch()) {
    foreign_.begin = std::min(foreign_.begin, range->first);
    foreign_.end = std::max(foreign_.end, range->second);
  }
  host_watch.active = active;
  host_watch.low = foreign_.begin;
  host_watch.bytes = foreign_.end > foreign_.begin ? foreign_.end - foreign_.begin : 0;
}

StreamOrder& stream_order() { return process().part<StreamOrder>(); }

bool accesses_are_recorded() {
  return settings().check_streams || timelines_are_recorded() || has_managed_memory();
}

}  // namespace simt
