// What `cuda::barrier` and `cuda::pipeline` tell of their threads.
#include "simt/waiting.h"

#include "execution/block/block.h"

namespace simt {
namespace {

CounterPhase phase_of(const void* counter, std::uint32_t phase) {
  return {reinterpret_cast<std::uintptr_t>(counter), phase};
}

}  // namespace

void counter_arrives(const void* counter, std::uint32_t phase) {
  if (current_block() != nullptr) current_block()->counter_arrives(phase_of(counter, phase));
}
void counter_completes(const void* counter, std::uint32_t phase) {
  if (current_block() != nullptr) current_block()->counter_completes(phase_of(counter, phase));
}
void counter_advances(const void* counter, std::uint32_t phase) {
  if (current_block() != nullptr) current_block()->counter_advances(phase_of(counter, phase));
}
void counter_passed(const void* counter, std::uint32_t phase) {
  if (current_block() != nullptr) current_block()->counter_passed(phase_of(counter, phase));
}

void counter_missing(const void* counter) {
  const void* const pc = __builtin_return_address(0);
  Block& block = device_code("a barrier in shared memory");
  const Unrecorded unrecorded;
  (void)counter;
  block.fail(cudaErrorLaunchFailure, "a barrier object is used that nobody has initialised", pc,
             "one thread initialises it, init() or mbarrier.init; a __syncthreads() lets the "
             "others know");
}

}  // namespace simt
