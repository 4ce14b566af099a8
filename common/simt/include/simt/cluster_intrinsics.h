/// @file
/// Clusters without cooperative groups.
#pragma once

#include "simt/builtins.h"
#include "simt/groups.h"

#define SIMT_CLUSTER [[gnu::always_inline]] inline

SIMT_CLUSTER void __cluster_barrier_arrive() { simt::cluster_arrive(); }
/// What was written before need not be visible after the barrier; in the model it is.
SIMT_CLUSTER void __cluster_barrier_arrive_relaxed() { simt::cluster_arrive(); }
SIMT_CLUSTER void __cluster_barrier_wait() { simt::cluster_wait(); }

SIMT_CLUSTER void* __cluster_map_shared_rank(const void* pointer, unsigned rank) {
  return simt::map_shared_rank(pointer, rank);
}
SIMT_CLUSTER unsigned __cluster_query_shared_rank(const void* pointer) {
  return simt::query_shared_rank(pointer);
}

SIMT_CLUSTER dim3 __clusterDim() { return simt::cluster_extent(); }
SIMT_CLUSTER dim3 __clusterRelativeBlockIdx() { return simt::cluster_position(); }
SIMT_CLUSTER dim3 __clusterIdx() {
  const dim3 extent = simt::cluster_extent();
  return dim3(blockIdx.x / extent.x, blockIdx.y / extent.y, blockIdx.z / extent.z);
}
SIMT_CLUSTER dim3 __clusterGridDimInClusters() {
  const dim3 extent = simt::cluster_extent();
  return dim3(gridDim.x / extent.x, gridDim.y / extent.y, gridDim.z / extent.z);
}
SIMT_CLUSTER unsigned __clusterSizeInBlocks() {
  const dim3 extent = simt::cluster_extent();
  return extent.x * extent.y * extent.z;
}
SIMT_CLUSTER unsigned __clusterRelativeBlockRank() {
  const dim3 extent = simt::cluster_extent(), at = simt::cluster_position();
  return (at.z * extent.y + at.y) * extent.x + at.x;
}

#undef SIMT_CLUSTER
