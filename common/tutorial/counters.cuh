/// @file
/// @ingroup tutorial
/// What the CPU backend counts. This is the only place of the tutorial that looks for it: with a
/// GPU there are no counters here (Nsight Compute has them).
#pragma once

#include <cuda_runtime.h>

#include "tutorial/check.cuh"

#if __has_include(<simt_counters.h>)
#include <simt_counters.h>
#define TUTORIAL_HAS_COUNTERS 1
#else
#define TUTORIAL_HAS_COUNTERS 0
#endif

/// True on the CPU backend, which counts and never times; false on a GPU, which does the opposite.
inline constexpr bool kCountsInsteadOfTimes = TUTORIAL_HAS_COUNTERS == 1;

/// Whether there are times to show, which say something about a GPU only where there is one.
inline bool has_times() { return !kCountsInsteadOfTimes; }

/// Whether there are counters to show.
inline bool has_counters() { return kCountsInsteadOfTimes; }

/// Sums over the warps' requests (one load or store instruction of one warp is one request), with
/// the meaning of Nsight Compute's counters; a sector is 32 bytes.
struct Counters {
  double global_load_requests = 0;
  double global_load_sectors = 0;
  double global_store_requests = 0;
  double global_store_sectors = 0;
  double shared_load_requests = 0;
  double shared_store_requests = 0;
  double local_load_requests = 0;  ///< local memory: what a thread cannot keep in registers
  double local_load_sectors = 0;
  double local_store_requests = 0;
  double local_store_sectors = 0;
  double bank_conflicts = 0;  ///< shared-memory wavefronts beyond the minimum, atomics included
  double active_lanes = 0;    ///< lanes that took part, summed over issued basic blocks
  double issued_blocks = 0;   ///< basic blocks that warps issued: the model's instructions
  double global_atomic_requests = 0;
  double global_atomic_sectors = 0;  ///< a request has a round for lanes that want the same address
  double shared_atomic_requests = 0;
  double shared_atomic_wavefronts = 0;  ///< lanes that want the same bank take turns
  double constant_requests = 0;
  double constant_addresses = 0;  ///< different words of a request; they are served in turn
  double texture_requests = 0;
  double busiest_warp = 0;  ///< basic blocks of the warp that issued most, summed over launches
  double copied_bytes = 0;  ///< bytes of device memory that copies and memsets wrote, not kernels
  // Pages of managed memory, 64 KiB each. A page counts once for each kernel, copy or memset that
  // makes it move, and each time that host code does.
  double pages_to_device_by_fault = 0;     ///< a kernel has used what was on the host
  double pages_to_host_by_fault = 0;       ///< host code has used what was on the device
  double pages_to_device_by_prefetch = 0;  ///< cudaMemPrefetchAsync
  double pages_to_host_by_prefetch = 0;
  double pages_in_place = 0;  ///< used by the device on the host, over the bus
  // Distributed shared memory: that of another block of the cluster.
  double distributed_load_requests = 0;
  double distributed_load_sectors = 0;
  double distributed_store_requests = 0;
  double distributed_store_sectors = 0;
  double distributed_atomic_requests = 0;
  double distributed_atomic_sectors = 0;  ///< counted as in global memory

  /// Pages of managed memory that have moved, or have been copied, in either direction.
  double pages_moved() const {
    return pages_to_device_by_fault + pages_to_host_by_fault + pages_to_device_by_prefetch +
           pages_to_host_by_prefetch;
  }

  /// Requests to the shared memory of other blocks of the cluster: loads, stores and atomics.
  double distributed_requests() const {
    return distributed_load_requests + distributed_store_requests + distributed_atomic_requests;
  }
  /// The sectors that these requests need.
  double distributed_sectors() const {
    return distributed_load_sectors + distributed_store_sectors + distributed_atomic_sectors;
  }
  /// Requests to the shared memory of the own block: loads, stores and atomics.
  double shared_requests() const {
    return shared_load_requests + shared_store_requests + shared_atomic_requests;
  }
  /// Sectors that one load of one warp needs, on average.
  double sectors_per_load() const { return global_load_sectors / global_load_requests; }
  double sectors_per_store() const { return global_store_sectors / global_store_requests; }
  double sectors_per_atomic() const { return global_atomic_sectors / global_atomic_requests; }
  double wavefronts_per_atomic() const { return shared_atomic_wavefronts / shared_atomic_requests; }
  double addresses_per_constant_request() const { return constant_addresses / constant_requests; }
  /// Lanes of a warp that do something, in percent; a figure of the model, not Nsight Compute's.
  double active_lanes_percent() const { return 100.0 * active_lanes / (32.0 * issued_blocks); }
};

inline Counters operator-(const Counters& a, const Counters& b) {
  return {a.global_load_requests - b.global_load_requests,
          a.global_load_sectors - b.global_load_sectors,
          a.global_store_requests - b.global_store_requests,
          a.global_store_sectors - b.global_store_sectors,
          a.shared_load_requests - b.shared_load_requests,
          a.shared_store_requests - b.shared_store_requests,
          a.local_load_requests - b.local_load_requests,
          a.local_load_sectors - b.local_load_sectors,
          a.local_store_requests - b.local_store_requests,
          a.local_store_sectors - b.local_store_sectors,
          a.bank_conflicts - b.bank_conflicts,
          a.active_lanes - b.active_lanes,
          a.issued_blocks - b.issued_blocks,
          a.global_atomic_requests - b.global_atomic_requests,
          a.global_atomic_sectors - b.global_atomic_sectors,
          a.shared_atomic_requests - b.shared_atomic_requests,
          a.shared_atomic_wavefronts - b.shared_atomic_wavefronts,
          a.constant_requests - b.constant_requests,
          a.constant_addresses - b.constant_addresses,
          a.texture_requests - b.texture_requests,
          a.busiest_warp - b.busiest_warp,
          a.copied_bytes - b.copied_bytes,
          a.pages_to_device_by_fault - b.pages_to_device_by_fault,
          a.pages_to_host_by_fault - b.pages_to_host_by_fault,
          a.pages_to_device_by_prefetch - b.pages_to_device_by_prefetch,
          a.pages_to_host_by_prefetch - b.pages_to_host_by_prefetch,
          a.pages_in_place - b.pages_in_place,
          a.distributed_load_requests - b.distributed_load_requests,
          a.distributed_load_sectors - b.distributed_load_sectors,
          a.distributed_store_requests - b.distributed_store_requests,
          a.distributed_store_sectors - b.distributed_store_sectors,
          a.distributed_atomic_requests - b.distributed_atomic_requests,
          a.distributed_atomic_sectors - b.distributed_atomic_sectors};
}

/// Waits for the device and returns the totals of the program so far; all zero on a GPU.
Counters read_counters();

#ifndef TUTORIAL_COMPILED
#include "tutorial/counters.inl.cuh"
#endif
