#include "operations/host_functions.h"

#include "simt_activity.h"

#include <mutex>
#include <set>

namespace simt {
namespace {

std::mutex mutex;
auto& running = *new std::multiset<const void*>;  // they may run when the process ends

}  // namespace

RunningHostFunction::RunningHostFunction(const void* user_data) : user_data_(user_data) {
  const std::lock_guard lock(mutex);
  running.insert(user_data);
}
RunningHostFunction::~RunningHostFunction() {
  const std::lock_guard lock(mutex);
  running.erase(running.find(user_data_));
}

bool runs_host_function(const void* user_data) {
  const std::lock_guard lock(mutex);
  return running.count(user_data) > 0;
}

}  // namespace simt
