#include "execution/grid/progress.h"

namespace simt {

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
