/// @file
/// The groups as one type, and those that are as large as a block or larger.
#pragma once

#include "lanes.h"

namespace cooperative_groups {
namespace details {

enum : unsigned {
  coalesced_group_id = 1,
  grid_group_id = 3,
  thread_block_id = 4,
  cluster_group_id = 6,
};

}  // namespace details

/// Any group: what a function takes that does not care.
class thread_group {
 public:
  SIMT_INLINE unsigned long long size() const;
  unsigned long long num_threads() const = delete;  // the toolkit only declares it
  SIMT_INLINE unsigned long long thread_rank() const;
  SIMT_INLINE void sync() const;
  SIMT_INLINE unsigned get_type() const { return type_; }

 protected:
  friend struct details::Access;
  SIMT_INLINE explicit thread_group(unsigned type) : type_(type) {}
  /// Lanes of one warp, part `meta_rank` of `meta_size` parts of something larger.
  SIMT_INLINE thread_group(unsigned mask, unsigned size, unsigned meta_rank, unsigned meta_size)
      : type_(details::coalesced_group_id),
        mask_(mask),
        size_(size),
        meta_rank_(meta_rank),
        meta_size_(meta_size) {}

  unsigned type_;
  // of lanes only
  unsigned mask_ = 0;
  unsigned size_ = 0;
  unsigned meta_rank_ = 0;
  unsigned meta_size_ = 0;
};

/// All threads of the caller's block.
class thread_block : public thread_group {
 public:
  struct arrival_token {};

  SIMT_INLINE static void sync() { __syncthreads(); }
  SIMT_INLINE arrival_token barrier_arrive() const {
    simt::block_arrive();
    return {};
  }
  SIMT_INLINE void barrier_wait(arrival_token&&) const { simt::block_wait(); }
  SIMT_INLINE static unsigned size() { return details::block_size(); }
  SIMT_INLINE static unsigned num_threads() { return details::block_size(); }
  SIMT_INLINE static unsigned thread_rank() { return details::block_thread_rank(); }
  SIMT_INLINE static dim3 group_index() { return blockIdx; }
  SIMT_INLINE static dim3 thread_index() { return threadIdx; }
  SIMT_INLINE static dim3 group_dim() { return blockDim; }
  SIMT_INLINE static dim3 dim_threads() { return blockDim; }

 private:
  friend thread_block this_thread_block();
  SIMT_INLINE thread_block() : thread_group(details::thread_block_id) {}
};

SIMT_INLINE thread_block this_thread_block() { return thread_block(); }

/// All threads of the launch.
class grid_group : public thread_group {
 public:
  using arrival_token = unsigned int;

  /// Whether the blocks can wait for each other: after a cooperative launch.
  SIMT_INLINE bool is_valid() const { return simt::is_cooperative(); }
  SIMT_INLINE void sync() const { simt::grid_barrier(); }
  SIMT_INLINE arrival_token barrier_arrive() const {
    simt::grid_arrive();
    return 0;
  }
  SIMT_INLINE void barrier_wait(arrival_token&&) const { simt::grid_wait(); }
  SIMT_INLINE static unsigned long long size() { return num_threads(); }
  SIMT_INLINE static unsigned long long num_threads() {
    return num_blocks() * details::block_size();
  }
  SIMT_INLINE static unsigned long long thread_rank() {
    return block_rank() * details::block_size() + details::block_thread_rank();
  }
  SIMT_INLINE static dim3 group_dim() { return gridDim; }
  SIMT_INLINE static dim3 dim_threads() { return details::product(gridDim, blockDim); }
  SIMT_INLINE static dim3 thread_index() {
    return details::sum(details::product(blockIdx, blockDim), threadIdx);
  }
  SIMT_INLINE static dim3 dim_blocks() { return gridDim; }
  SIMT_INLINE static unsigned long long num_blocks() {
    return 1ull * gridDim.x * gridDim.y * gridDim.z;
  }
  SIMT_INLINE static dim3 block_index() { return blockIdx; }
  SIMT_INLINE static unsigned long long block_rank() {
    return (1ull * blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  SIMT_INLINE static dim3 dim_clusters() {
    const dim3 cluster = simt::cluster_extent();
    return dim3(gridDim.x / cluster.x, gridDim.y / cluster.y, gridDim.z / cluster.z);
  }
  SIMT_INLINE static unsigned long long num_clusters() {
    const dim3 extent = dim_clusters();
    return 1ull * extent.x * extent.y * extent.z;
  }
  SIMT_INLINE static dim3 cluster_index() {
    const dim3 cluster = simt::cluster_extent();
    return dim3(blockIdx.x / cluster.x, blockIdx.y / cluster.y, blockIdx.z / cluster.z);
  }
  SIMT_INLINE static unsigned long long cluster_rank() {
    const dim3 index = cluster_index();
    const dim3 extent = dim_clusters();
    return (1ull * index.z * extent.y + index.y) * extent.x + index.x;
  }

 private:
  friend grid_group this_grid();
  SIMT_INLINE grid_group() : thread_group(details::grid_group_id) {}
};

SIMT_INLINE grid_group this_grid() { return grid_group(); }

/// All threads of the caller's cluster; of its block, in a launch without clusters.
class cluster_group : public thread_group {
 public:
  struct arrival_token {};

  SIMT_INLINE static void sync() { simt::cluster_barrier(); }
  SIMT_INLINE static arrival_token barrier_arrive() {
    simt::cluster_arrive();
    return {};
  }
  SIMT_INLINE static void barrier_wait() { simt::cluster_wait(); }
  SIMT_INLINE static void barrier_wait(arrival_token&&) { simt::cluster_wait(); }
  SIMT_INLINE static unsigned query_shared_rank(const void* address) {
    return simt::query_shared_rank(address);
  }
  template <class T>
  SIMT_INLINE static T* map_shared_rank(T* address, int rank) {
    return static_cast<T*>(simt::map_shared_rank(address, static_cast<unsigned>(rank)));
  }
  SIMT_INLINE static dim3 block_index() { return simt::cluster_position(); }
  SIMT_INLINE static unsigned block_rank() {
    return details::linear(simt::cluster_position(), simt::cluster_extent());
  }
  SIMT_INLINE static dim3 thread_index() {
    return details::sum(details::product(block_index(), blockDim), threadIdx);
  }
  SIMT_INLINE static unsigned thread_rank() {
    return block_rank() * details::block_size() + details::block_thread_rank();
  }
  SIMT_INLINE static dim3 dim_blocks() { return simt::cluster_extent(); }
  SIMT_INLINE static unsigned num_blocks() {
    const dim3 extent = simt::cluster_extent();
    return extent.x * extent.y * extent.z;
  }
  SIMT_INLINE static dim3 dim_threads() {
    return details::product(simt::cluster_extent(), blockDim);
  }
  SIMT_INLINE static unsigned num_threads() { return num_blocks() * details::block_size(); }
  SIMT_INLINE static unsigned size() { return num_threads(); }

 private:
  friend cluster_group this_cluster();
  SIMT_INLINE cluster_group() : thread_group(details::cluster_group_id) {}
};

SIMT_INLINE cluster_group this_cluster() { return cluster_group(); }

unsigned long long thread_group::size() const {
  switch (type_) {
    case details::thread_block_id:
      return thread_block::num_threads();
    case details::grid_group_id:
      return grid_group::num_threads();
    case details::cluster_group_id:
      return cluster_group::num_threads();
    default:
      return size_;
  }
}

unsigned long long thread_group::thread_rank() const {
  switch (type_) {
    case details::thread_block_id:
      return thread_block::thread_rank();
    case details::grid_group_id:
      return grid_group::thread_rank();
    case details::cluster_group_id:
      return cluster_group::thread_rank();
    default:
      return __builtin_popcount(mask_ & ((1u << details::lane()) - 1));
  }
}

void thread_group::sync() const {
  switch (type_) {
    case details::thread_block_id:
      return thread_block::sync();
    case details::grid_group_id:
      return simt::grid_barrier();
    case details::cluster_group_id:
      return cluster_group::sync();
    default:
      return details::sync(mask_);
  }
}

template <class Group>
SIMT_INLINE void sync(const Group& group) {
  group.sync();
}
template <class Group>
SIMT_INLINE auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group>
SIMT_INLINE auto group_size(const Group& group) -> decltype(group.num_threads()) {
  return group.num_threads();
}

}  // namespace cooperative_groups
