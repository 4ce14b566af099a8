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
  for (const SharedArray& array : cluster_->shared_arrays()) {
    if (array.key == key) return reinterpret_cast<void*>(shared_base_ + array.offset);
  }
  TraceEvent* const cursor = recorder.cursor;
  recorder.cursor = nullptr;
  if (cluster_->static_shared_bytes() + bytes > kStaticSharedLimit) {
    fail(static_shared_report(name, bytes, cluster_->static_shared_bytes() + bytes, site, here()));
  }
  const SharedArray& array = cluster_->shared_array(key, name, bytes, alignment, elements);
  recorder.cursor = cursor;
  return reinterpret_cast<void*>(shared_base_ + array.offset);
}

void* Block::dynamic_shared(Elements elements) {
  // All `extern __shared__` arrays are the same memory; one of bytes may be used as anything.
  if (elements.are_structs()) cluster_->declare_dynamic(elements);
  return reinterpret_cast<void*>(shared_base_);
}

Elements Block::elements_at(std::uintptr_t address) const {
  if (is_any_shared(address)) {
    return cluster_->elements_at((address - kSharedBase) % kSharedWindow);
  }
  for (const ElementRange& range : grid_->elements) {
    if (address - range.begin < range.end - range.begin) return range.elements;
  }
  return {};
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
                                const void* site, bool is_first) {
  check_owner(address, site);
  const unsigned owner = cluster_->owner_of(address);
  Block& other = cluster_->member(owner);
  if (other.state_ == State::kFinished) {
    recorder.cursor = nullptr;
    fail(cudaErrorIllegalAddress,
         "an access to the shared memory of block " + std::to_string(owner) +
             " of the cluster, which has finished",
         site,
         "put a cluster.sync() before the end of the kernel: a block's shared memory lives "
         "as long as the block");
  }
  if (!settings_.check_shared) return;
  if (!all_met_ && !lanes_[current_].met && early_.pc == nullptr) {
    early_ = {current_, owner, op, site};
  }
  // The other block knows its remote users by their rank.
  const unsigned user = (rank_ + 1) * kMaxBlockThreads + current_;
  if ((is_first && other.shared_check_.last_write_races()) ||
      other.shared_check_.access(address, bytes, op, atomic, user, site)) {
    fail_race(other);
  }
}

void* Block::map_shared(const void* shared, unsigned rank, const void* site) {
  const std::uintptr_t offset = unmapped(reinterpret_cast<std::uintptr_t>(shared)) - shared_base_;
  if (offset >= kSharedWindow || rank >= cluster_->size()) {
    recorder.cursor = nullptr;
    fail(cudaErrorLaunchFailure,
         rank >= cluster_->size()
             ? "map_shared_rank() of rank " + std::to_string(rank) + " in a cluster of " +
                   std::to_string(cluster_->size())
             : std::string("map_shared_rank() of what is not this block's shared memory"),
         site, "it takes the address of a __shared__ variable and a rank below num_blocks()");
  }
  return cluster_->member(rank).mapped(offset);
}

/// "byte 12 of tile", for an address inside of an array.
std::string Block::shared_position(std::uintptr_t address) const {
  const std::uintptr_t offset = (address - kSharedBase) % kSharedWindow;
  for (const SharedArray& array : cluster_->shared_arrays()) {
    if (offset - array.offset < array.bytes) {
      return "byte " + std::to_string(offset - array.offset) + " of " + array.name;
    }
  }
  return "shared memory";
}

/// "4 bytes past the end of tile (4096 bytes)"
std::string Block::describe_shared(std::uintptr_t address) const {
  const SharedArray* nearest = nullptr;
  std::size_t distance = ~std::size_t{0};
  bool before = false;
  const std::size_t offset = (address - kSharedBase) % kSharedWindow;
  for (const SharedArray& array : cluster_->shared_arrays()) {
    if (array.bytes == 0) continue;
    const std::size_t end = array.offset + array.bytes;
    const bool below = offset < array.offset;
    const std::size_t d = below ? array.offset - offset : offset - end;
    if (!below && offset < end) return std::string("the end of ") + array.name;
    if (d < distance) {
      distance = d;
      nearest = &array;
      before = below;
    }
  }
  if (nearest == nullptr) return "outside of the block's shared memory: this launch has none";
  return std::to_string(distance) +
         (before ? " bytes before the start of " : " bytes past the end of ") + nearest->name +
         " (" + std::to_string(nearest->bytes) + " bytes)";
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
