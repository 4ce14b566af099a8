// Fibers in WebAssembly: JavaScript keeps the calls of each (Promise Integration); here is its part of the stack that
// is in memory, for what has an address.
#include "base/fiber.h"

#include <vector>

#include "wasm/fiber.h"
#include "wasm/platform.h"

asm(".globaltype __stack_pointer, i32");

namespace simt {
namespace {

struct Fiber {
  void (*entry)();
  int calls;  ///< the number of what JavaScript keeps for it; 0: it has not started
};

Fiber host{nullptr, 1};
Fiber* running = &host;

/// What JavaScript keeps is for one fiber after another, since it takes long to make: when one is left for good, its
/// calls stay where they are, below those of the next one. After so many of these they are given up.
constexpr int kMostFibers = 100;

struct Calls {
  Fiber* next = nullptr;  ///< the fiber that is to begin there
  int fibers = 0;         ///< that have
};

struct AllCalls {
  std::vector<Calls> all{2};  ///< by number
  std::vector<int> free;
};
AllCalls& calls() {
  static AllCalls& all = *new AllCalls;
  return all;
}

void* stack_pointer() {
  void* pointer;
  asm volatile("global.get __stack_pointer\n\tlocal.set %0" : "=r"(pointer));
  return pointer;
}
void set_stack_pointer(void* pointer) {
  asm volatile("local.get %0\n\tglobal.set __stack_pointer" : : "r"(pointer));
}

/// Suspends the calls `from`, and lets `to` go on, which are to be made if `is_new`.
__attribute__((import_module("simt"), import_name("switch_fiber"))) void switch_in_js(int from,
                                                                                      int to,
                                                                                      bool is_new);
/// The same, but the caller's calls are forgotten.
__attribute__((import_module("simt"), import_name("leave_fiber"), noreturn)) void leave_in_js(
    int to, bool is_new);

/// @return whether there are no calls yet for what is switched to
bool enter(void* to) {
  auto* const fiber = static_cast<Fiber*>(to);
  running = fiber;
  if (fiber->calls != 0) return false;
  const bool is_new = calls().free.empty();
  if (is_new) {
    fiber->calls = static_cast<int>(calls().all.size());
    calls().all.emplace_back();
  } else {
    fiber->calls = calls().free.back();
    calls().free.pop_back();
  }
  calls().all[fiber->calls].next = fiber;
  return is_new;
}

/// The fiber that is to begin in the calls of this number. It does not come back.
void begin(int number) {
  Fiber* const fiber = calls().all[number].next;
  ++calls().all[number].fibers;
  running = fiber;
  set_stack_pointer(fiber);
  fiber->entry();
}

}  // namespace

void* prepare_stack(void* low, void (*entry)()) {
  return prepare_stack_below(static_cast<char*>(low) + kStackBytes, entry);
}

void* prepare_stack_below(void* high, void (*entry)()) {
  auto* const top = static_cast<Fiber*>(high) - 2;  // the stack is aligned to 16
  *top = {entry, 0};
  return top;
}

void switch_fiber(void** save, void* to) {
  Fiber* const self = running;
  *save = self;
  void* const stack = stack_pointer();
  const bool is_new = enter(to);
  switch_in_js(self->calls, running->calls, is_new);
  set_stack_pointer(stack);
  running = self;
}

void leave_fiber(void* to) {
  const int self = running->calls;
  const bool is_last = calls().all[self].fibers == kMostFibers;
  if (is_last) {
    const bool is_new = enter(to);
    leave_in_js(running->calls, is_new);
  }
  const bool is_new = enter(to);
  // A copy, since push_back() takes an address: what has one lies in this stack, which is no longer there
  // when begin() reads `self`.
  calls().free.push_back(int{self});
  switch_in_js(self, running->calls, is_new);
  begin(self);
  __builtin_unreachable();
}

}  // namespace simt

/// What JavaScript calls to start a fiber.
extern "C" __attribute__((export_name("simt_start_fiber"))) void simt_start_fiber(int number) {
  simt::begin(number);
}
