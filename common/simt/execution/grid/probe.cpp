#include "execution/grid/probe.h"

#include <memory>

#include "base/fiber.h"
#include "base/symbols.h"

namespace simt {

__thread Probe probe;

namespace {

void enter_kernel() {
  probe.call->call(probe.call);
  __builtin_unreachable();  // a kernel has a first basic block
}

}  // namespace

const void* kernel_of(const KernelCall* call) {
  const std::unique_ptr<char[]> stack(new char[kStackBytes]);
  probe.call = call;
  probe.active = true;
  auto* low = reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(stack.get()) + 15) & ~15ul);
  switch_fiber(&probe.back, prepare_stack(low - 16, &enter_kernel));
  return function_start(probe.reached);
}

void probe_reached(const void* pc) {
  // What is asked now may be code of the standard library that the program has instrumented, too.
  probe.active = false;
  if (makes_object(pc)) {
    probe.active = true;
    return;
  }
  probe.reached = pc;
  leave_fiber(probe.back);
}

}  // namespace simt
