#include "base/failed_calls.h"

#include <algorithm>
#include <mutex>
#include <string_view>
#include <vector>

#include "base/process.h"
#include "base/symbols.h"

namespace simt {
namespace {

constexpr std::size_t kMostNames = 4;

struct FailedCall {
  std::string_view what;  ///< a function's name, or empty: a launch
  std::string launch;
  const void* site;
  bool operator==(const FailedCall& other) const {
    return what == other.what && site == other.site && launch == other.launch;
  }
};

struct FailedCalls {
  std::mutex mutex;
  std::vector<FailedCall> all;  ///< each once, in the order of their failures
};
FailedCalls& failed_calls() { return process().part<FailedCalls>(); }

void record(FailedCall&& failed) {
  auto& [mutex, all] = failed_calls();
  const std::lock_guard lock(mutex);
  if (std::find(all.begin(), all.end(), failed) == all.end()) all.push_back(std::move(failed));
}

/// Work in other streams than the default one is not named: which of it comes first is not the same in every run.
void record_lost(FailedCall&& work, bool is_in_default_stream) {
  if (is_in_default_stream) record(std::move(work));
}

}  // namespace

void record_failed_call(const CallSite& call) {
  if (call.site != nullptr) record({call.function, {}, call.site});
}

void record_lost_launch(const LaunchConfig& config) {
  record_lost(
      {{}, "the launch of " + std::string(config.name) + " at " + launch_line(config), nullptr},
      config.stream == nullptr);
}

void record_lost_call(const CallSite& call, bool is_in_default_stream) {
  if (call.site != nullptr) record_lost({call.function, {}, call.site}, is_in_default_stream);
}

std::string failed_calls_text() {
  const auto& all = failed_calls().all;
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), kMostNames); ++i) {
    const FailedCall& failed = all[i];
    text += i == 0 ? "simt: because of it these failed: " : ", ";
    text += failed.site == nullptr ? failed.launch
                                   : std::string(failed.what) + " at " + source_line(failed.site);
  }
  if (all.size() > kMostNames) text += ", and " + std::to_string(all.size() - kMostNames) + " more";
  return text.empty() ? text : text + "\n";
}

}  // namespace simt
