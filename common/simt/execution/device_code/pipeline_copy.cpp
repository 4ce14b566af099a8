// What __pipeline_memcpy_async asks for. A GPU has one instruction for it, which knows three sizes.
#include <cstdint>
#include <string>

#include "base/address_map.h"
#include "cuda_pipeline_primitives.h"
#include "execution/block/block.h"

namespace simt {

void check_pipeline_copy(const void* to, const void* from, std::size_t size,
                         std::size_t zero_bytes) {
  const void* const pc = __builtin_return_address(0);
  Block& block = device_code("__pipeline_memcpy_async");
  const bool has_size = size == 4 || size == 8 || size == 16;
  const auto target = reinterpret_cast<std::uintptr_t>(to);
  const std::uintptr_t both = target | reinterpret_cast<std::uintptr_t>(from);
  if (has_size && zero_bytes <= size && both % size == 0 && is_any_shared(target)) return;
  const Unrecorded unrecorded;
  if (!has_size || zero_bytes > size) {
    block.fail(cudaErrorLaunchFailure,
               "__pipeline_memcpy_async() of " + std::to_string(size) + " bytes" +
                   (has_size ? ", " + std::to_string(zero_bytes) + " of them zeros" : ""),
               pc, "a thread copies 4, 8 or 16 bytes with a call, and at most as many are zeros");
  }
  if (!is_any_shared(target)) {
    block.fail(cudaErrorInvalidAddressSpace,
               "__pipeline_memcpy_async() to what is not shared memory", pc,
               "it copies from global to shared memory only");
  }
  block.fail(
      cudaErrorMisalignedAddress,
      "__pipeline_memcpy_async() of " + std::to_string(size) + " bytes at a misaligned address", pc,
      "both addresses must be multiples of the size, " + std::to_string(size) + " bytes");
}

}  // namespace simt
