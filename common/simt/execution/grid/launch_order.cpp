#include "execution/grid/launch_order.h"

#include <atomic>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace simt {
namespace {

std::atomic<std::uint64_t> last_number{0};
std::mutex mutex;
std::uint64_t reported = 0;
std::map<std::uint64_t, std::function<void()>>& waiting() {
  static auto* instance = new std::map<std::uint64_t, std::function<void()>>;
  return *instance;
}

/// Of launches that share a number that is not over.
std::map<std::uint64_t, std::vector<std::function<void()>>>& shared() {
  static auto* instance = new std::map<std::uint64_t, std::vector<std::function<void()>>>;
  return *instance;
}

void report_shared(std::uint64_t number) {
  const auto found = shared().find(number);
  if (found == shared().end()) return;
  for (const auto& report : found->second) report();
  shared().erase(found);
}

}  // namespace

std::uint64_t next_launch_number() { return ++last_number; }

void report_in_order(std::uint64_t number, std::function<void()> report) {
  const std::lock_guard lock(mutex);
  waiting().emplace(number, std::move(report));
  while (!waiting().empty() && waiting().begin()->first == reported + 1) {
    report_shared(++reported);
    if (const auto& next = waiting().begin()->second) next();
    waiting().erase(waiting().begin());
  }
}

void report_within(std::uint64_t number, std::function<void()> report) {
  const std::lock_guard lock(mutex);
  shared()[number].push_back(std::move(report));
  if (reported + 1 == number) report_shared(number);
}

}  // namespace simt
