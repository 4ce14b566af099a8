// Fibers in WebAssembly: JavaScript keeps the calls of each (Promise Integration); here is its part of the stack that is
// in memory, for what has an address.
#include "base/fiber.h"

#include <cstdint>

#include "wasm/fiber.h"
#include "wasm/platform.h"

asm(".globaltype __stack_pointer, i32");

namespace simt {
namespace {

struct Fiber {
  void (*entry)();
  bool has_started;
};

Fiber host{nullptr, true};
Fiber* running = &host;

void* stack_pointer() {
  void* pointer;
  asm volatile("global.get __stack_pointer\n\tlocal.set %0" : "=r"(pointer));
  return pointer;
}
void set_stack_pointer(void* pointer) {
  asm volatile("local.get %0\n\tglobal.set __stack_pointer" : : "r"(pointer));
}

/// Suspends the caller, which is `from`, and lets `to` run, which has to be started if `is_new`.
__attribute__((import_module("simt"), import_name("switch_fiber"))) void switch_in_js(Fiber* from,
                                                                                      Fiber* to,
                                                                                      bool is_new);
/// The same, but the caller's calls are forgotten.
__attribute__((import_module("simt"), import_name("leave_fiber"), noreturn)) void leave_in_js(
    Fiber* from, Fiber* to, bool is_new);

Fiber* enter(void* to, bool& is_new) {
  auto* const fiber = static_cast<Fiber*>(to);
  is_new = !fiber->has_started;
  fiber->has_started = true;
  running = fiber;
  return fiber;
}

}  // namespace

void* prepare_stack(void* low, void (*entry)()) {
  return prepare_stack_below(static_cast<char*>(low) + kStackBytes, entry);
}

void* prepare_stack_below(void* high, void (*entry)()) {
  auto* const top = static_cast<Fiber*>(high) - 2;  // the stack is aligned to 16
  *top = {entry, false};
  return top;
}

void switch_fiber(void** save, void* to) {
  Fiber* const self = running;
  *save = self;
  void* const stack = stack_pointer();
  bool is_new;
  Fiber* const other = enter(to, is_new);
  switch_in_js(self, other, is_new);
  set_stack_pointer(stack);
  running = self;
}

void leave_fiber(void* to) {
  Fiber* const self = running;
  bool is_new;
  Fiber* const other = enter(to, is_new);
  leave_in_js(self, other, is_new);
}

}  // namespace simt

/// What JavaScript calls to start a fiber.
extern "C" __attribute__((export_name("simt_start_fiber"))) void simt_start_fiber(
    simt::Fiber* fiber) {
  simt::set_stack_pointer(fiber);
  fiber->entry();
}
