#include "base/fiber.h"

namespace simt {

void* prepare_stack(void* low, void (*entry)()) {
  auto** top = reinterpret_cast<void**>(static_cast<char*>(low) + kStackBytes);
#if defined(__x86_64__)
  *--top = nullptr;  // where a return address would be: the ABI's alignment at a function's entry
  *--top = reinterpret_cast<void*>(entry);
#else
  *--top = reinterpret_cast<void*>(entry);
  *--top = nullptr;  // x29
#endif
  return top;
}

}  // namespace simt

#if defined(__SANITIZE_ADDRESS__)
/// The sanitizer would look for the end of a stack that it does not know; the stacks' frames are not
/// its business here.
extern "C" void __asan_handle_no_return() {}
#endif
