#include "execution/grid/launch_order.h"

#include <atomic>
#include <map>
#include <mutex>
#include <utility>

namespace simt {
namespace {

std::atomic<std::uint64_t> last_number{0};
std::mutex mutex;
std::uint64_t reported = 0;
std::map<std::uint64_t, std::function<void()>>& waiting() {
  static auto* instance = new std::map<std::uint64_t, std::function<void()>>;
  return *instance;
}

}  // namespace

std::uint64_t next_launch_number() { return ++last_number; }

void report_in_order(std::uint64_t number, std::function<void()> report) {
  const std::lock_guard lock(mutex);
  waiting().emplace(number, std::move(report));
  while (!waiting().empty() && waiting().begin()->first == reported + 1) {
    ++reported;
    if (const auto& next = waiting().begin()->second) next();
    waiting().erase(waiting().begin());
  }
}

}  // namespace simt
