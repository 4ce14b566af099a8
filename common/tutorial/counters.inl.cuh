/// @file
/// @ingroup tutorial
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "tutorial/check.cuh"
#include "tutorial/counters.cuh"

TUTORIAL_INLINE Counters read_counters() {
  CHECK(cudaDeviceSynchronize());
#if TUTORIAL_HAS_COUNTERS
  const simt::Counters c = simt::counters();
  const auto figure = [](std::uint64_t count) { return static_cast<double>(count); };
  return {
      .global_load_requests = figure(c.global_load_requests),
      .global_load_sectors = figure(c.global_load_sectors),
      .global_store_requests = figure(c.global_store_requests),
      .global_store_sectors = figure(c.global_store_sectors),
      .shared_load_requests = figure(c.shared_load_requests),
      .shared_store_requests = figure(c.shared_store_requests),
      .local_load_requests = figure(c.local_load_requests),
      .local_load_sectors = figure(c.local_load_sectors),
      .local_store_requests = figure(c.local_store_requests),
      .local_store_sectors = figure(c.local_store_sectors),
      .bank_conflicts = figure(c.shared_load_bank_conflicts + c.shared_store_bank_conflicts +
                               c.shared_atomic_bank_conflicts),
      .active_lanes = figure(c.active_lanes),
      .issued_blocks = figure(c.issued),
      .global_atomic_requests = figure(c.global_atomic_requests),
      .global_atomic_sectors = figure(c.global_atomic_sectors),
      .shared_atomic_requests = figure(c.shared_atomic_requests),
      .shared_atomic_wavefronts = figure(c.shared_atomic_requests + c.shared_atomic_bank_conflicts),
      .constant_requests = figure(c.constant_requests),
      .constant_addresses = figure(c.constant_addresses),
      .texture_requests = figure(c.texture_requests),
      .busiest_warp = figure(c.busiest_warp),
      .copied_bytes = figure(c.copied_bytes),
      .pages_to_device_by_fault = figure(c.pages_to_device_by_fault),
      .pages_to_host_by_fault = figure(c.pages_to_host_by_fault),
      .pages_to_device_by_prefetch = figure(c.pages_to_device_by_prefetch),
      .pages_to_host_by_prefetch = figure(c.pages_to_host_by_prefetch),
      .pages_in_place = figure(c.pages_in_place),
      .distributed_load_requests = figure(c.distributed_load_requests),
      .distributed_load_sectors = figure(c.distributed_load_sectors),
      .distributed_store_requests = figure(c.distributed_store_requests),
      .distributed_store_sectors = figure(c.distributed_store_sectors),
      .distributed_atomic_requests = figure(c.distributed_atomic_requests),
      .distributed_atomic_sectors = figure(c.distributed_atomic_sectors),
      .tile_loads = figure(c.tile_loads),
      .tile_load_masked = figure(c.tile_load_masked),
      .tile_load_sectors = figure(c.tile_load_sectors),
      .tile_stores = figure(c.tile_stores),
      .tile_store_masked = figure(c.tile_store_masked),
      .tile_store_sectors = figure(c.tile_store_sectors),
      .tile_reductions = figure(c.tile_reductions),
  };
#else
  return Counters::unknown();
#endif
}
