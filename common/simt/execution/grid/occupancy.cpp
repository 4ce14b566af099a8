#include "execution/grid/occupancy.h"

#include <algorithm>

#include "base/device.h"
#include "base/numbers.h"
#include "execution/grid/kernel_facts.h"

namespace simt {
namespace {

/// Blocks get shared memory in units of this many bytes.
constexpr std::size_t kSharedUnit = 128;

std::size_t size_attribute(cudaDeviceAttr attribute) {
  return static_cast<std::size_t>(device_attribute(attribute));
}

std::size_t round_down(std::size_t value, std::size_t unit) { return value / unit * unit; }

}  // namespace

int resident_blocks(const void* kernel, unsigned threads, std::size_t dynamic_shared_bytes) {
  const KernelFacts& facts = kernel_facts(kernel);
  const std::size_t warps = round_up(threads, 32) / 32;
  const std::size_t by_threads =
      size_attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / 32 / warps;
  const std::size_t registers_per_warp =
      round_up(static_cast<std::size_t>(facts.registers) * 32, 256);
  const std::size_t by_registers =
      size_attribute(cudaDevAttrMaxRegistersPerMultiprocessor) / 4 / registers_per_warp * 4 / warps;
  const std::size_t shared = round_up(facts.static_shared + dynamic_shared_bytes, kSharedUnit) +
                             size_attribute(cudaDevAttrReservedSharedMemoryPerBlock);
  const std::size_t by_shared =
      size_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor) / shared;
  const std::size_t most = size_attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
  return static_cast<int>(std::min({by_threads, by_registers, by_shared, most}));
}

std::size_t shared_bytes_of_each(int blocks) {
  const std::size_t all = size_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  return round_down(all / static_cast<std::size_t>(blocks), kSharedUnit) -
         size_attribute(cudaDevAttrReservedSharedMemoryPerBlock);
}

}  // namespace simt
