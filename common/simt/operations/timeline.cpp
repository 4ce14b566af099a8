#include "operations/timeline.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <mutex>
#include <queue>
#include <set>
#include <unordered_map>
#include <utility>

#include "simt_timeline.h"

#include "base/device.h"
#include "base/process.h"
#include "base/settings.h"
#include "base/symbols.h"
#include "operations/timeline_picture.h"

namespace simt {
namespace {

constexpr unsigned long long kStepBytes = 64 << 10;
constexpr std::size_t kNone = ~std::size_t{0};

struct Entry {
  OperationPtr operation;  ///< null: the host waits
  CallSite call;
  std::vector<std::size_t> after;
};

class Recording {
 public:
  bool is_on() const { return is_on_.load(std::memory_order_relaxed); }
  void stop() { is_on_ = false; }

  void start() {
    const std::lock_guard lock(mutex_);
    entries_.clear();
    index_.clear();
    unseen_.clear();
    last_wait_ = kNone;
    seen_ = VectorClock();
    is_on_ = true;
  }

  void add(const OperationPtr& operation, const std::vector<TaskPtr>& tasks) {
    const std::lock_guard lock(mutex_);
    std::set<std::size_t> after;
    if (last_wait_ != kNone) after.insert(last_wait_);
    for (const TaskPtr& task : tasks) {
      if (task == nullptr || is_seen(*operation_of(task))) continue;
      const auto it = index_.find(operation_of(task)->number);
      if (it != index_.end()) after.insert(it->second);
    }
    index_[operation->number] = entries_.size();
    if (!operation->is_marker()) unseen_.push_back(entries_.size());
    entries_.push_back({operation, operation->place.call, reduced(after)});
  }

  void add_wait(const CallSite& call, const VectorClock& seen) {
    if (call.site == nullptr) return;  // a host function has signalled, at an unknown time
    const std::lock_guard lock(mutex_);
    std::set<std::size_t> after;
    seen_ = seen;
    const auto take_seen = [&](std::size_t i) {
      const bool done = is_seen(*entries_[i].operation);
      if (done) after.insert(i);
      return done;
    };
    unseen_.erase(std::remove_if(unseen_.begin(), unseen_.end(), take_seen), unseen_.end());
    if (after.empty()) return;
    // One call may wait for several streams, one after the other.
    const bool goes_on = last_wait_ != kNone && last_wait_ + 1 == entries_.size() &&
                         entries_.back().call.site == call.site;
    if (goes_on) {
      auto& all = entries_.back().after;
      after.insert(all.begin(), all.end());
      all = reduced(after);
      return;
    }
    if (last_wait_ != kNone) after.insert(last_wait_);
    last_wait_ = entries_.size();
    entries_.push_back({nullptr, call, reduced(after)});
  }

  std::vector<Entry> entries() {
    const std::lock_guard lock(mutex_);
    return entries_;
  }

 private:
  bool is_seen(const Operation& operation) const {
    if (operation.clock.era != seen_.era) return operation.clock.era < seen_.era;
    return seen_.last(operation.chain) >= operation.timestamp();
  }
  /// Without those that another one waits for, maybe through events.
  std::vector<std::size_t> reduced(const std::set<std::size_t>& after) const {
    std::vector<std::size_t> direct;
    std::set<std::size_t> indirect;
    std::vector<std::size_t> left(after.begin(), after.end());
    while (!left.empty()) {
      const Entry& entry = entries_[left.back()];
      left.pop_back();
      for (const std::size_t earlier : entry.after) {
        const OperationPtr& operation = entries_[earlier].operation;
        const bool is_new = indirect.insert(earlier).second;
        if (is_new && operation != nullptr && operation->is_marker()) left.push_back(earlier);
      }
    }
    std::set_difference(after.begin(), after.end(), indirect.begin(), indirect.end(),
                        std::back_inserter(direct));
    return direct;
  }

  std::atomic<bool> is_on_{false};
  std::mutex mutex_;
  std::vector<Entry> entries_;
  std::unordered_map<std::uint64_t, std::size_t> index_;  ///< of operations, by number
  std::vector<std::size_t> unseen_;                       ///< that the host has not waited for
  VectorClock seen_;                                      ///< what the host has waited for
  std::size_t last_wait_ = kNone;
};

/// One for SIMT_TIMELINE, and one for the program.
struct Recordings {
  Recording file, program;
  std::atomic<bool> any{false};

  Recordings() {
    if (settings().timeline_file.empty()) return;
    file.start();
    any = true;
  }
};
Recordings& recordings() { return process().part<Recordings>(); }

/// What an ideal device does in which step.
class Schedule {
 public:
  explicit Schedule(const std::vector<Entry>& entries) : entries_(entries) {
    const std::size_t n = entries.size();
    start.resize(n);
    end.resize(n);
    waits_for_.resize(n);
    dependents_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      waits_for_[i] = entries[i].after.size();
      for (const std::size_t earlier : entries[i].after) dependents_[earlier].push_back(i);
      if (waits_for_[i] == 0) ready_.insert({priority_of(i), i});
    }
    long long now = 0;
    start_what_can(now);
    while (!running_.empty()) {
      now = running_.top().first;
      while (!running_.empty() && running_.top().first == now) {
        const std::size_t i = running_.top().second;
        running_.pop();
        give_resource_back(i);
        finish(i);
      }
      start_what_can(now);
    }
  }

  std::vector<long long> start, end;

  static long long steps_of(const Entry& entry) {
    if (entry.operation == nullptr) return 0;
    switch (entry.operation->kind) {
      case OperationKind::kKernel:
      case OperationKind::kCopyToDevice:
      case OperationKind::kCopyToHost:
      case OperationKind::kCopyInside:
      case OperationKind::kCopyOnHost:
      case OperationKind::kPrefetchToDevice:
      case OperationKind::kPrefetchToHost:
      case OperationKind::kFill:
      case OperationKind::kHostFunction:
        return std::max<long long>(
            1, static_cast<long long>((entry.operation->bytes + kStepBytes - 1) / kStepBytes));
      default:
        return 0;
    }
  }

 private:
  int priority_of(std::size_t i) const {
    const OperationPtr& operation = entries_[i].operation;
    return operation != nullptr && operation->launch ? operation->launch->priority : 0;
  }

  /// What there is of what the operation needs, and how much it needs; null: nothing of the kind.
  std::pair<int*, int> resource_of(std::size_t i) {
    const OperationPtr& operation = entries_[i].operation;
    if (operation == nullptr) return {nullptr, 0};
    switch (operation->kind) {
      case OperationKind::kCopyToDevice:
      case OperationKind::kPrefetchToDevice:
        return {&to_device_, 1};
      case OperationKind::kCopyToHost:
      case OperationKind::kPrefetchToHost:
        return {&to_host_, 1};
      case OperationKind::kKernel:
        return {&multiprocessors_, operation->multiprocessors};
      default:
        return {nullptr, 0};
    }
  }
  bool take_resource(std::size_t i) {
    const auto [left, wanted] = resource_of(i);
    if (left == nullptr) return true;
    if (*left < wanted) return false;
    *left -= wanted;
    return true;
  }
  void give_resource_back(std::size_t i) {
    const auto [left, wanted] = resource_of(i);
    if (left != nullptr) *left += wanted;
  }

  void start_what_can(long long now) {
    for (auto it = ready_.begin(); it != ready_.end();) {
      const std::size_t i = it->second;
      if (!take_resource(i)) {
        ++it;
        continue;
      }
      ready_.erase(it);
      start[i] = now;
      end[i] = now + steps_of(entries_[i]);
      if (end[i] == now) {
        finish(i);
        it = ready_.begin();  // what has waited for it
      } else {
        running_.push({end[i], i});
        it = ready_.upper_bound({priority_of(i), i});
      }
    }
  }
  void finish(std::size_t i) {
    for (const std::size_t dependent : dependents_[i]) {
      if (--waits_for_[dependent] == 0) ready_.insert({priority_of(dependent), dependent});
    }
  }

  using Running = std::pair<long long, std::size_t>;
  const std::vector<Entry>& entries_;
  std::vector<std::size_t> waits_for_;
  std::vector<std::vector<std::size_t>> dependents_;
  std::set<std::pair<int, std::size_t>> ready_;
  std::priority_queue<Running, std::vector<Running>, std::greater<>> running_;
  int to_device_ = 1, to_host_ = 1;
  int multiprocessors_ = device_attribute(cudaDevAttrMultiProcessorCount);
};

TimelineOperation described(const Entry& entry) {
  TimelineOperation result{};
  result.after = entry.after;
  if (entry.operation == nullptr) {
    result.kind = OperationKind::kHostWait;
    result.name = entry.call.function;
    if (entry.call.site != nullptr) result.line = source_line(entry.call.site);
    return result;
  }
  const Operation& operation = *entry.operation;
  const Place& place = operation.place;
  result.kind = operation.kind;
  result.name = operation.launch ? operation.launch->name : place.call.function;
  if (operation.launch) {
    result.line = launch_line(*operation.launch);
  } else if (place.call.site != nullptr) {
    result.line = source_line(place.call.site);
  }
  result.stream = place.stream.id;
  if (!place.stream.is_default()) result.stream_line = source_line(place.stream.site);
  result.in_graph = place.graph_launch.has_value();
  result.bytes = operation.bytes;
  return result;
}

std::vector<TimelineOperation> operations_of(const std::vector<Entry>& entries) {
  std::vector<const void*> sites;
  for (const Entry& entry : entries) {
    if (entry.call.site != nullptr) sites.push_back(entry.call.site);
  }
  source_lines(sites);  // one addr2line for all of them
  const Schedule schedule(entries);
  std::vector<TimelineOperation> operations;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    operations.push_back(described(entries[i]));
    operations.back().start = schedule.start[i];
    operations.back().end = schedule.end[i];
  }
  return operations;
}

}  // namespace

bool timelines_are_recorded() { return recordings().any.load(std::memory_order_relaxed); }

void add_to_timelines(const OperationPtr& operation, const std::vector<TaskPtr>& after) {
  for (Recording* recording : {&recordings().file, &recordings().program}) {
    if (recording->is_on()) recording->add(operation, after);
  }
}

void add_wait_to_timelines(const CallSite& call, const VectorClock& seen) {
  for (Recording* recording : {&recordings().file, &recordings().program}) {
    if (recording->is_on()) recording->add_wait(call, seen);
  }
}

void start_timeline() {
  recordings().any = true;
  recordings().program.start();
}

void stop_timeline() { recordings().program.stop(); }

std::vector<TimelineOperation> timeline() { return operations_of(recordings().program.entries()); }

void write_timeline() {
  const std::string& path = settings().timeline_file;
  if (path.empty()) return;
  const std::vector<TimelineOperation> operations = operations_of(recordings().file.entries());
  std::ofstream file(path);
  const bool is_csv = path.substr(path.size() - 4) == ".csv";
  file << (is_csv ? timeline_table(operations)
                  : draw_timeline(operations, settings().timeline_first, settings().timeline_last));
  file.close();
  if (!file) std::fprintf(stderr, "simt: SIMT_TIMELINE: cannot write %s\n", path.c_str());
}

}  // namespace simt
