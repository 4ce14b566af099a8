#include "operations/host_functions.h"

#include "simt_activity.h"

#include <mutex>
#include <set>

#include "base/process.h"

namespace simt {
namespace {

struct RunningHostFunctions {
  std::mutex mutex;
  std::multiset<const void*> user_data;
};
RunningHostFunctions& running() { return process().part<RunningHostFunctions>(); }

}  // namespace

RunningHostFunction::RunningHostFunction(const void* user_data) : user_data_(user_data) {
  const std::lock_guard lock(running().mutex);
  running().user_data.insert(user_data);
}
RunningHostFunction::~RunningHostFunction() {
  const std::lock_guard lock(running().mutex);
  running().user_data.erase(running().user_data.find(user_data_));
}

bool runs_host_function(const void* user_data) {
  const std::lock_guard lock(running().mutex);
  return running().user_data.count(user_data) > 0;
}

}  // namespace simt
