/// @file
/// @ingroup tutorial
/// The model's counters, for a program that wants to print or check them itself.
#pragma once

#include "simt/users_macros_away.inc"

#include <cstdint>

namespace simt {

/// Sums over launches. Names and units follow Nsight Compute: a request is one load or store
/// instruction of one warp, a sector is 32 bytes, a bank conflict is one wavefront beyond the
/// minimum. Basic blocks are the model's instructions.
///
/// Atomics serve every address once in a round, so lanes with the same one are serialised: each
/// round counts its sectors. Distributed shared memory is that of another block of the cluster.
struct Counters {
  std::uint64_t launches;
  std::uint64_t global_load_requests, global_load_sectors;
  std::uint64_t global_store_requests, global_store_sectors;
  std::uint64_t shared_load_requests, shared_load_bank_conflicts;
  std::uint64_t shared_store_requests, shared_store_bank_conflicts;
  std::uint64_t global_atomic_requests, global_atomic_sectors;
  /// Local memory: arrays of a thread that the compiler cannot keep in registers.
  std::uint64_t local_load_requests, local_load_sectors;
  std::uint64_t local_store_requests, local_store_sectors;
  std::uint64_t texture_requests;  ///< fetches; surfaces are not counted
  std::uint64_t shared_atomic_requests, shared_atomic_bank_conflicts;
  std::uint64_t constant_requests, constant_addresses;
  std::uint64_t distributed_load_requests, distributed_load_sectors;
  std::uint64_t distributed_store_requests, distributed_store_sectors;
  std::uint64_t distributed_atomic_requests, distributed_atomic_sectors;
  std::uint64_t active_lanes;  ///< summed over all basic blocks that warps issued
  std::uint64_t issued;        ///< basic blocks that warps issued
  /// Basic blocks of the warp that issued most, summed over launches: how well work is shared out.
  std::uint64_t busiest_warp;
  /// Loads, stores and atomic operations of tiles: how many; their elements, without those that a mask leaves out, and
  /// those; the distinct bytes and sectors that each touches, summed. That is the least that any code has to move.
  std::uint64_t tile_loads, tile_load_elements, tile_load_masked, tile_load_bytes,
      tile_load_sectors;
  std::uint64_t tile_stores, tile_store_elements, tile_store_masked, tile_store_bytes,
      tile_store_sectors;
  std::uint64_t tile_atomics, tile_atomic_elements, tile_atomic_masked, tile_atomic_bytes,
      tile_atomic_sectors;
  std::uint64_t tile_reductions;  ///< sum(), reduce_max(), any_of() and their relatives
  /// Bytes of device memory that copies and memsets wrote, not kernels.
  std::uint64_t copied_bytes;
  /// Pages of managed memory, 64 KiB each, that have moved because host code, a host function or a
  /// copy (to_host), or a kernel, a copy or a memset (to_device) has used them on the other side. A page
  /// counts once for each such operation; a copy of a page that is mostly read counts like a move.
  std::uint64_t pages_to_device_by_fault, pages_to_host_by_fault;
  /// Pages that cudaMemPrefetchAsync has moved.
  std::uint64_t pages_to_device_by_prefetch, pages_to_host_by_prefetch;
  /// Pages on the host that the device has used there, over the bus, once for each operation.
  std::uint64_t pages_in_place;
  /// Pages that have moved from one device to another, by faults or prefetches.
  std::uint64_t pages_between_devices;
};

/// Totals of all launches that have finished; call after `cudaDeviceSynchronize`.
Counters counters();

}  // namespace simt

#include "simt/users_macros_back.inc"
