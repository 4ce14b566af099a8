#include "execution/grid/launch_order.h"

#include <atomic>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "base/process.h"

namespace simt {
namespace {

struct LaunchReports {
  std::atomic<std::uint64_t> last_number{0};
  std::mutex mutex;
  std::uint64_t reported = 0;
  std::map<std::uint64_t, std::function<void()>> waiting;
  /// Of launches that share a number that is not over.
  std::map<std::uint64_t, std::vector<std::function<void()>>> shared;

  void report_shared(std::uint64_t number) {
    const auto found = shared.find(number);
    if (found == shared.end()) return;
    for (const auto& report : found->second) report();
    shared.erase(found);
  }
};
LaunchReports& reports() { return process().part<LaunchReports>(); }

}  // namespace

std::uint64_t next_launch_number() { return ++reports().last_number; }

void report_in_order(std::uint64_t number, std::function<void()> report) {
  LaunchReports& all = reports();
  const std::lock_guard lock(all.mutex);
  all.waiting.emplace(number, std::move(report));
  while (!all.waiting.empty() && all.waiting.begin()->first == all.reported + 1) {
    all.report_shared(++all.reported);
    if (const auto& next = all.waiting.begin()->second) next();
    all.waiting.erase(all.waiting.begin());
  }
}

void report_within(std::uint64_t number, std::function<void()> report) {
  LaunchReports& all = reports();
  const std::lock_guard lock(all.mutex);
  all.shared[number].push_back(std::move(report));
  if (all.reported + 1 == number) all.report_shared(number);
}

}  // namespace simt
