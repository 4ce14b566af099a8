// What `__pipeline_memcpy_async` and `cp.async` ask for: one instruction of a GPU, which knows three sizes.
#include "simt/async_copy.h"

#include <cstdint>
#include <string>
#include <string_view>

#include "base/address_map.h"
#include "execution/threads/running_thread.h"

namespace simt {

void check_async_copy(const char* function, const void* to, const void* from, std::size_t size,
                      std::size_t zero_bytes) {
  const void* const pc = __builtin_return_address(0);
  require_kernel(function);
  const std::string_view name = function;
  const bool is_through_l2 = name == "cp.async.cg";
  const bool has_size = size == 16 || ((size == 4 || size == 8) && !is_through_l2);
  const auto target = reinterpret_cast<std::uintptr_t>(to);
  const std::uintptr_t both = target | reinterpret_cast<std::uintptr_t>(from);
  if (has_size && zero_bytes <= size && both % size == 0 && is_any_shared(target)) return;
  if (!has_size || zero_bytes > size) {
    stop_kernel(
        cudaErrorLaunchFailure,
        [&] {
          return std::string(name) + " of " + std::to_string(size) + " bytes" +
                 (has_size ? ", " + std::to_string(zero_bytes) + " of them zeros" : "");
        },
        pc,
        is_through_l2
            ? "it copies 16 bytes, past the first cache; `cp.async.ca` copies 4 and 8, too"
            : "a thread copies 4, 8 or 16 bytes with a call, and at most as many are zeros");
  }
  if (!is_any_shared(target)) {
    stop_kernel(
        cudaErrorInvalidAddressSpace,
        [&] { return std::string(name) + " to what is not shared memory"; }, pc,
        "it copies from global to shared memory only");
  }
  stop_kernel_with([&] {
    return error_report(
        cudaErrorMisalignedAddress,
        std::string(name) + " of " + std::to_string(size) + " bytes at a misaligned address", pc,
        running_thread(),
        "both addresses must be multiples of the size, " + std::to_string(size) + " bytes");
  });
}

}  // namespace simt
