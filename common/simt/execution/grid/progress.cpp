#include "execution/grid/progress.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <list>

#include "base/process.h"

namespace simt {
namespace {

using Clock = std::chrono::steady_clock;

void set_to_now(std::atomic<Clock::rep>& when) {
  when.store(Clock::now().time_since_epoch().count(), std::memory_order_relaxed);
}
double seconds_since(const std::atomic<Clock::rep>& when) {
  const Clock::duration then(when.load(std::memory_order_relaxed));
  return std::chrono::duration<double>(Clock::now().time_since_epoch() - then).count();
}

/// The state of an OS thread for the watchdogs of the others.
struct Activity {
  std::atomic<bool> busy{false};
  std::atomic<Clock::rep> last_check{0};
};

struct Liveness {
  std::atomic<Clock::rep> last_progress{0};
  std::atomic<Clock::rep> last_change{0};
  std::mutex mutex;
  std::list<Activity> workers;
};
Liveness& liveness() { return process().part<Liveness>(); }

Activity& own_activity() {
  thread_local Activity& activity = []() -> Activity& {
    const std::lock_guard lock(liveness().mutex);
    return liveness().workers.emplace_back();
  }();
  return activity;
}

}  // namespace

void record_progress() {
  set_to_now(liveness().last_progress);
  progress().notify_of_block();
}
double seconds_without_progress() { return seconds_since(liveness().last_progress); }
void record_change() { set_to_now(liveness().last_change); }
double seconds_without_change() { return seconds_since(liveness().last_change); }

void set_busy(bool busy) { own_activity().busy.store(busy, std::memory_order_relaxed); }
void record_check() { set_to_now(own_activity().last_check); }

bool others_are_busy() {
  const Activity* const own = &own_activity();
  auto& workers = liveness().workers;
  const std::lock_guard lock(liveness().mutex);
  return std::any_of(workers.begin(), workers.end(), [own](const Activity& worker) {
    return &worker != own && worker.busy.load(std::memory_order_relaxed);
  });
}

bool all_have_checked(double seconds) {
  auto& workers = liveness().workers;
  const std::lock_guard lock(liveness().mutex);
  return std::all_of(workers.begin(), workers.end(), [&](const Activity& worker) {
    return !worker.busy.load(std::memory_order_relaxed) ||
           seconds_since(worker.last_check) < seconds;
  });
}

Progress& progress() { return process().part<Progress>(); }

void Progress::notify() {
  const std::lock_guard lock(mutex_);
  ++version_;
  changed_.notify_all();
}

std::uint64_t Progress::version() {
  const std::lock_guard lock(mutex_);
  return version_;
}

void Progress::wait(std::uint64_t seen) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return version_ != seen; });
}

void Progress::wait_for_block(std::uint64_t seen, std::chrono::microseconds most) {
  ++waiting_for_block_;
  {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, most, [&] { return version_ != seen; });
  }
  --waiting_for_block_;
}

}  // namespace simt
