// malloc, new and their counterparts of code that simtcc compiles: in a kernel they use the device's
// heap, on the host the C library's. The names are those of simt/memory_functions.h, which this file does not
// include: it would divert its own calls.
#include "execution/device_code/heap.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <string>
#include <utility>

#include "base/address_map.h"
#include "base/symbols.h"
#include "base/warning.h"
#include "execution/block/block.h"
#include "execution/reports/host_reports.h"
#include "execution/reports/launch_reports.h"
#include "execution/threads/running_thread.h"
#include "memory/kernel_heap.h"
#include "memory/registered.h"
#include "memory/unwritten_copies.h"
#include "operations/host_accesses.h"
#include "operations/stream_order.h"

namespace simt {

void* heap_memory(std::size_t bytes);
void free_memory(void* pointer);

bool is_device_code() { return worker().recorder.cursor != nullptr && is_in_kernel(); }

void* heap_allocate(std::size_t bytes, const void* site) {
  current_block()->watch().records.record_question();  // whether there is room
  return allocate_from_heap(std::max<std::size_t>(bytes, 1), site);
}

void heap_release(void* pointer, const char* function, const void* site) {
  if (pointer == nullptr) return;
  Block& block = *current_block();
  const OperationPtr& kernel = block.grid().operation;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (const std::size_t bytes = bytes_on_heap(pointer); bytes > 0) {
    block.watch().global.free_memory(address, bytes, site);
    const Unrecorded unrecorded;
    stream_order().record_heap_release(kernel, address, bytes, site);
  }
  if (release_to_heap(pointer, site) || block.watch().global.is_freed_concurrently(address)) return;
  const Unrecorded unrecorded;
  if (std::string race = stream_order().memory_race(kernel, address, Touch::kRelease, site);
      !race.empty()) {
    stop_kernel_with([&] { return KernelError{cudaErrorIllegalAddress, std::move(race)}; });
  }
  stop_kernel_with([&] { return release_report(function, pointer, site, running_thread()); });
}

namespace {

/// What the device still uses is given back to the C library.
void warn_of_registered(const void* pointer, const char* function, const void* site) {
  const auto range = registered_at(reinterpret_cast<std::uintptr_t>(pointer), 1);
  if (!range) return;
  warn_once("registered", site, [&] {
    return std::string(function) + " of host memory that is still registered, since " +
           source_line(range->site) + "\n  at      " + source_line(site) +
           "\n  advice  call cudaHostUnregister first, when no kernel or copy uses the memory any "
           "more\n";
  });
}

/// The host has no business with what kernels, or cudaMalloc, have allocated.
void check_host_release(const void* pointer, const char* function, const void* site) {
  if (host_watch.covers(reinterpret_cast<std::uintptr_t>(pointer))) [[unlikely]] {
    warn_of_registered(pointer, function, site);
  }
  if (reinterpret_cast<std::uintptr_t>(pointer) - kGlobalBase < kGlobalBytes) {
    host_released_device_memory(pointer, function, site);
  }
}

}  // namespace

void* heap_memory(std::size_t bytes) {
  if (is_device_code()) return heap_allocate(bytes, __builtin_return_address(0));
  return std::malloc(bytes);
}

void free_memory(void* pointer) {
  const void* const site = __builtin_return_address(0);
  if (is_device_code()) return heap_release(pointer, "free()", site);
  check_host_release(pointer, "free()", site);
  host_frees_copied(pointer);
  std::free(pointer);
}

}  // namespace simt

// Behind the operators of simt/memory_functions.h.
#define SIMT_NEW(name, host_call, ...)                                 \
  void* simt_new##name(std::size_t bytes __VA_OPT__(, ) __VA_ARGS__) { \
    if (!simt::is_device_code()) return host_call;                     \
    return simt::heap_allocate(bytes, __builtin_return_address(0));    \
  }
#define SIMT_DELETE(name, words, host_call, ...)                           \
  void simt_delete##name(void* p __VA_OPT__(, ) __VA_ARGS__) {             \
    const void* const site = __builtin_return_address(0);                  \
    if (simt::is_device_code()) return simt::heap_release(p, words, site); \
    simt::check_host_release(p, words, site);                              \
    simt::host_frees_copied(p);                                            \
    host_call;                                                             \
  }

extern "C" {

using Alignment = std::align_val_t;
SIMT_NEW(, ::operator new(bytes))
SIMT_NEW(_array, ::operator new[](bytes))
SIMT_NEW(_or_null, ::operator new(bytes, n), const std::nothrow_t& n)
SIMT_NEW(_array_or_null, ::operator new[](bytes, n), const std::nothrow_t& n)
SIMT_NEW(_aligned, ::operator new(bytes, a), Alignment a)
SIMT_NEW(_array_aligned, ::operator new[](bytes, a), Alignment a)
SIMT_DELETE(, "delete", ::operator delete(p))
SIMT_DELETE(_array, "delete[]", ::operator delete[](p))
// The library's with a size do the same as those without, which clang knows, too.
SIMT_DELETE(_sized, "delete", ::operator delete(p), std::size_t)
SIMT_DELETE(_array_sized, "delete[]", ::operator delete[](p), std::size_t)
SIMT_DELETE(_aligned, "delete", ::operator delete(p, a), Alignment a)
SIMT_DELETE(_array_aligned, "delete[]", ::operator delete[](p, a), Alignment a)
SIMT_DELETE(_aligned_sized, "delete", ::operator delete(p, a), std::size_t, Alignment a)
SIMT_DELETE(_array_aligned_sized, "delete[]", ::operator delete[](p, a), std::size_t, Alignment a)

}  // extern "C"
