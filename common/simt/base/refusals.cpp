#include "base/refusals.h"

#include <cstdlib>
#include <map>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

#include "base/api_call.h"
#include "base/process.h"
#include "base/symbols.h"
#include "simt_refusals.h"

namespace simt {
namespace {

struct Refusal {
  CallSite call;       ///< of the runtime
  std::string launch;  ///< in its place
  cudaError_t error = cudaSuccess;
  std::string reason;
};

struct Refusals {
  std::mutex mutex;
  std::map<std::thread::id, Refusal> of_threads;
  Refusal last;
  std::string last_launch;
  bool has_exit_handler = false;
  int exit_code = 0;
};
Refusals& refusals() { return process().part<Refusals>(); }

void record_exit_code(int code, void*) { refusals().exit_code = code; }

}  // namespace

cudaError_t because(cudaError_t error, std::string reason) {
  Refusals& all = refusals();
  const std::lock_guard lock(all.mutex);
  if (!std::exchange(all.has_exit_handler, true)) on_exit(&record_exit_code, nullptr);
  all.last = {ApiCall::current(), {}, error, std::move(reason)};
  all.of_threads[std::this_thread::get_id()] = all.last;
  return error;
}

std::string take_reason(std::string_view function, cudaError_t error) {
  Refusals& all = refusals();
  const std::lock_guard lock(all.mutex);
  const auto found = all.of_threads.find(std::this_thread::get_id());
  if (found == all.of_threads.end()) return {};
  Refusal& refusal = found->second;
  const std::string_view refused = refusal.call.function;
  const bool is_launch = function.empty() || function.substr(0, 10) == "cudaLaunch";
  if (refusal.error != error || (refused.empty() ? !is_launch : refused != function)) return {};
  std::string reason = std::move(refusal.reason);
  all.of_threads.erase(found);
  return reason;
}

void name_refused_launch(const std::string& what) {
  Refusals& all = refusals();
  const std::lock_guard lock(all.mutex);
  all.last_launch = what;
  if (all.last.call.site == nullptr) all.last.launch = what;
}

std::string last_refused_launch() {
  Refusals& all = refusals();
  const std::lock_guard lock(all.mutex);
  return all.last_launch;
}

std::string reason_of_refusal(cudaError_t error) {
  Refusals& all = refusals();
  const std::lock_guard lock(all.mutex);
  return all.last.error == error ? all.last.reason : "";
}

std::string refusal_that_ended_the_program() {
  const Refusals& all = refusals();
  const Refusal& last = all.last;
  if (all.exit_code == 0 || last.error == cudaSuccess) return {};
  if (last.call.site == nullptr && last.launch.empty()) return {};
  return (last.call.site != nullptr
              ? std::string(last.call.function) + "() at " + source_line(last.call.site)
              : last.launch) +
         " was refused: " + last.reason;
}

}  // namespace simt
