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

}  // namespace simt
