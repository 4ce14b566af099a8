#include "execution/block/shared_memory.h"

#include <string>

#include "base/address_map.h"
#include "base/device.h"
#include "execution/block/block.h"
#include "execution/reports/shared_reports.h"

namespace simt {

void set_shared_valid(std::uintptr_t address, std::size_t bytes, bool valid) {
  for (std::size_t i = 0; i < bytes; i += 4) {
    const std::size_t left = bytes - i;
    shared_shadow(address + i) = valid ? static_cast<std::uint8_t>(left < 4 ? left : 4) : 0;
  }
}

void SharedMemory::begin_grid() {
  for (const SharedArray& array : identity_.cluster->shared().arrays()) array_added(array);
}

void SharedMemory::begin_block() {
  if (!records_.are_observed()) return;
  for (const SharedArray& array : identity_.cluster->shared().arrays()) {
    records_.shared_array(array.name, array.offset, array.bytes);
  }
}

void SharedMemory::end_grid() {
  for (const SharedArray& array : identity_.cluster->shared().arrays()) {
    set_shared_valid(identity_.shared_base + array.offset, array.bytes, false);
  }
}

void SharedMemory::array_added(const SharedArray& array) {
  set_shared_valid(identity_.shared_base + array.offset, array.bytes, true);
  records_.shared_array(array.name, array.offset, array.bytes);
}

void* SharedMemory::array(const void* key, const char* name, std::size_t bytes,
                          std::size_t alignment, Elements elements, const void* site) {
  Cluster& cluster = cluster_of(identity_);
  if (const SharedArray* const known = cluster.shared().find(key)) {
    return reinterpret_cast<void*>(identity_.shared_base + known->offset);
  }
  const Unrecorded unrecorded;
  const std::size_t declared = cluster.shared().static_bytes() + bytes;
  if (declared > kStaticSharedLimit) {
    stop_kernel_with(
        [&] { return static_shared_report(name, bytes, declared, site, running_thread()); });
  }
  const SharedArray& added = cluster.add_shared(key, name, bytes, alignment, elements);
  return reinterpret_cast<void*>(identity_.shared_base + added.offset);
}

void* SharedMemory::dynamic(Elements elements) {
  // All `extern __shared__` arrays are the same memory; one of bytes may be used as anything.
  if (elements.bytes > 0) identity_.cluster->shared().declare_dynamic(elements);
  return reinterpret_cast<void*>(identity_.shared_base);
}

void* SharedMemory::map(const void* shared, unsigned rank, const void* site) const {
  const Cluster& cluster = cluster_of(identity_);
  const std::uintptr_t offset =
      unmapped(reinterpret_cast<std::uintptr_t>(shared)) - identity_.shared_base;
  if (offset >= kSharedWindow || rank >= cluster.size()) {
    stop_kernel(
        cudaErrorLaunchFailure,
        [&] {
          return rank >= cluster.size()
                     ? "map_shared_rank() of rank " + std::to_string(rank) + " in a cluster of " +
                           std::to_string(cluster.size())
                     : std::string("map_shared_rank() of what is not this block's shared memory");
        },
        site, "it takes the address of a __shared__ variable and a rank below num_blocks()");
  }
  return cluster.member(rank).shared_memory().mapped(offset);
}

void* shared(const void* key, const char* name, std::size_t bytes, std::size_t alignment,
             Elements elements) {
  return device_code("__shared__ memory")
      .shared_memory()
      .array(key, name, bytes, alignment, elements, __builtin_return_address(0));
}

void* shared_dynamic(const char*, std::size_t, Elements elements) {
  return device_code("__shared__ memory").shared_memory().dynamic(elements);
}

}  // namespace simt
