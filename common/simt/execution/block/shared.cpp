#include <cstring>

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

void Block::shared_array_added(const SharedArray& array) {
  set_shared_valid(shared_base_ + array.offset, array.bytes, true);
}

void* Block::shared_array(const void* key, const char* name, std::size_t bytes,
                          std::size_t alignment, Elements elements, const void* site) {
  if (const SharedArray* const array = cluster_->shared().find(key)) {
    return reinterpret_cast<void*>(shared_base_ + array->offset);
  }
  const Unrecorded unrecorded;
  const std::size_t declared = cluster_->shared().static_bytes() + bytes;
  if (declared > kStaticSharedLimit) {
    fail(static_shared_report(name, bytes, declared, site, here()));
  }
  const SharedArray& array = cluster_->add_shared(key, name, bytes, alignment, elements);
  return reinterpret_cast<void*>(shared_base_ + array.offset);
}

void* Block::dynamic_shared(Elements elements) {
  // All `extern __shared__` arrays are the same memory; one of bytes may be used as anything.
  if (elements.bytes > 0) cluster_->shared().declare_dynamic(elements);
  return reinterpret_cast<void*>(shared_base_);
}

void Block::check_owner(std::uintptr_t address, const void* site) {
  if (cluster_->owner_of(address) == cluster_->size()) {
    fail(cudaErrorIllegalAddress, "an access to another block's shared memory", site,
         "shared memory belongs to one block; only the blocks of a cluster may use each other's, "
         "through map_shared_rank()");
  }
}

/// An access to another block's shared memory: right in a cluster, as long as that block lives.
void Block::check_remote_shared(std::uintptr_t address, unsigned bytes, Op op, bool atomic,
                                const void* site, bool is_first, Look look) {
  check_owner(address, site);
  const unsigned owner = cluster_->owner_of(address);
  Block& other = cluster_->member(owner);
  if (other.state_ == State::kFinished) {
    const Unrecorded unrecorded;
    fail(cudaErrorIllegalAddress,
         "an access to the shared memory of block " + std::to_string(owner) +
             " of the cluster, which has finished",
         site,
         "put a cluster.sync() before the end of the kernel: a block's shared memory lives "
         "as long as the block");
  }
  if (!settings_.check_shared) return;
  cluster_start_.use(owner, op, site);
  // The other block knows its remote users by their rank.
  const unsigned user = (rank_ + 1) * kMaxBlockThreads + threads_.current;
  if ((is_first && other.shared_check_.last_write_races()) ||
      other.shared_check_.access(address, bytes, op, atomic, user, site, look)) {
    fail_race(other);
  }
}

void* Block::map_shared(const void* shared, unsigned rank, const void* site) {
  const std::uintptr_t offset = unmapped(reinterpret_cast<std::uintptr_t>(shared)) - shared_base_;
  if (offset >= kSharedWindow || rank >= cluster_->size()) {
    const Unrecorded unrecorded;
    fail(cudaErrorLaunchFailure,
         rank >= cluster_->size()
             ? "map_shared_rank() of rank " + std::to_string(rank) + " in a cluster of " +
                   std::to_string(cluster_->size())
             : std::string("map_shared_rank() of what is not this block's shared memory"),
         site, "it takes the address of a __shared__ variable and a rank below num_blocks()");
  }
  return cluster_->member(rank).mapped(offset);
}

void* shared(const void* key, const char* name, std::size_t bytes, std::size_t alignment,
             Elements elements) {
  return device_code("__shared__ memory")
      .shared_array(key, name, bytes, alignment, elements, __builtin_return_address(0));
}

void* shared_dynamic(const char*, std::size_t, Elements elements) {
  return device_code("__shared__ memory").dynamic_shared(elements);
}

}  // namespace simt
