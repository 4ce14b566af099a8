#include "execution/grid/progress.h"

#include <atomic>
#include <chrono>

namespace simt {
namespace {

using Clock = std::chrono::steady_clock;

std::atomic<Clock::rep> last_progress{0};
std::atomic<Clock::rep> last_change{0};

void note(std::atomic<Clock::rep>& when) {
  when.store(Clock::now().time_since_epoch().count(), std::memory_order_relaxed);
}
double seconds_since(const std::atomic<Clock::rep>& when) {
  const Clock::duration then(when.load(std::memory_order_relaxed));
  return std::chrono::duration<double>(Clock::now().time_since_epoch() - then).count();
}

}  // namespace

thread_local std::uint64_t clock_reads = 0;

void note_progress() { note(last_progress); }
double seconds_without_progress() { return seconds_since(last_progress); }
void note_change() { note(last_change); }
double seconds_without_change() { return seconds_since(last_change); }

Progress& progress() {
  static auto* instance = new Progress;  // OS threads wait in it when the process ends
  return *instance;
}

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

}  // namespace simt
