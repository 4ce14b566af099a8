// The events of `cuda::barrier` and `cuda::pipeline`.
#include "simt/waiting.h"

#include <string>

#include "base/call_chain.h"
#include "base/symbols.h"
#include "execution/block/block.h"
#include "execution/threads/running_thread.h"

namespace simt {
namespace {

CopiesInFlight& copies() { return current_block()->watch().copies; }

CounterPhase phase_of(const void* counter, std::uint32_t phase) {
  return {reinterpret_cast<std::uintptr_t>(counter), phase};
}

}  // namespace

void counter_arrives(const void* counter, std::uint32_t phase) {
  if (is_in_kernel()) copies().counter_arrives(phase_of(counter, phase));
}
void counter_completes(const void* counter, std::uint32_t phase) {
  if (is_in_kernel()) copies().counter_completes(phase_of(counter, phase));
}
void counter_advances(const void* counter, std::uint32_t phase) {
  if (is_in_kernel()) copies().counter_advances(phase_of(counter, phase));
}
void counter_is_awaited(const void* counter) {
  const auto& awaited = *static_cast<const ArrivalCounter*>(counter);
  worker().awaited = {awaited.expected(), awaited.arrived()};
}
void counter_passed(const void* counter, std::uint32_t phase) {
  worker().awaited = {};
  if (is_in_kernel()) copies().counter_passed(phase_of(counter, phase));
}

namespace {

/// The call that led into the functions of the counter, the innermost of which was called at `pc`.
const void* caller_of_counter(const void* pc) {
  for (const void* const caller : call_chain(pc)) {
    const std::string line = source_line(caller);
    if (is_line(line) && line.find("simt/waiting.h") == std::string::npos) return caller;
  }
  return pc;
}

}  // namespace

void counter_missing(const void* /*counter*/) {
  const void* const pc = __builtin_return_address(0);
  require_kernel("a barrier in shared memory");
  stop_kernel_with([&] {
    return error_report(cudaErrorLaunchFailure,
                        "a barrier object is used that nobody has initialised",
                        caller_of_counter(pc), running_thread(),
                        "one thread initialises it, with init() or mbarrier.init; a "
                        "__syncthreads() lets the others know");
  });
}

}  // namespace simt
