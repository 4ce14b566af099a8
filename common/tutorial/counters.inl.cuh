/// @file
/// @ingroup tutorial
#pragma once

#include <cuda_runtime.h>

#include "tutorial/check.cuh"
#include "tutorial/counters.cuh"

TUTORIAL_INLINE Counters read_counters() {
  CHECK(cudaDeviceSynchronize());
#if TUTORIAL_HAS_COUNTERS
  const simt::Counters c = simt::counters();
  return {static_cast<double>(c.global_load_requests),
          static_cast<double>(c.global_load_sectors),
          static_cast<double>(c.global_store_requests),
          static_cast<double>(c.global_store_sectors),
          static_cast<double>(c.shared_load_requests),
          static_cast<double>(c.shared_store_requests),
          static_cast<double>(c.local_load_requests),
          static_cast<double>(c.local_load_sectors),
          static_cast<double>(c.local_store_requests),
          static_cast<double>(c.local_store_sectors),
          static_cast<double>(c.shared_load_bank_conflicts + c.shared_store_bank_conflicts +
                              c.shared_atomic_bank_conflicts),
          static_cast<double>(c.active_lanes),
          static_cast<double>(c.issued),
          static_cast<double>(c.global_atomic_requests),
          static_cast<double>(c.global_atomic_sectors),
          static_cast<double>(c.shared_atomic_requests),
          static_cast<double>(c.shared_atomic_requests + c.shared_atomic_bank_conflicts),
          static_cast<double>(c.constant_requests),
          static_cast<double>(c.constant_addresses),
          static_cast<double>(c.texture_requests),
          static_cast<double>(c.busiest_warp),
          static_cast<double>(c.copied_bytes),
          static_cast<double>(c.pages_to_device_by_fault),
          static_cast<double>(c.pages_to_host_by_fault),
          static_cast<double>(c.pages_to_device_by_prefetch),
          static_cast<double>(c.pages_to_host_by_prefetch),
          static_cast<double>(c.pages_in_place),
          static_cast<double>(c.distributed_load_requests),
          static_cast<double>(c.distributed_load_sectors),
          static_cast<double>(c.distributed_store_requests),
          static_cast<double>(c.distributed_store_sectors),
          static_cast<double>(c.distributed_atomic_requests),
          static_cast<double>(c.distributed_atomic_sectors),
          static_cast<double>(c.tile_loads),
          static_cast<double>(c.tile_load_masked),
          static_cast<double>(c.tile_load_sectors),
          static_cast<double>(c.tile_stores),
          static_cast<double>(c.tile_store_masked),
          static_cast<double>(c.tile_store_sectors)};
#else
  return Counters::unknown();
#endif
}
