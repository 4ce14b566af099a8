/// @file
/// @ingroup tutorial
/// What is counted while kernels run: by the CPU backend, and by a GPU (hardware_counters.cuh).
#pragma once

#include <cuda_runtime.h>

#include <array>
#include <bit>
#include <cstddef>
#include <limits>

#include "tutorial/check.cuh"

#if __has_include(<simt_counters.h>)
#include <simt_counters.h>
#define TUTORIAL_HAS_COUNTERS 1
#else
#define TUTORIAL_HAS_COUNTERS 0
#endif

/// Whether the CPU backend runs the kernels, whose model counts.
inline constexpr bool kHasModel = TUTORIAL_HAS_COUNTERS == 1;

/// True on the CPU backend, which counts and never times; false on a GPU, but for a build
/// (TUTORIAL_COUNT_ONLY) that makes the CPU backend's launches there, for Nsight Compute to count.
#ifdef TUTORIAL_COUNT_ONLY
inline constexpr bool kCountsInsteadOfTimes = true;
#else
inline constexpr bool kCountsInsteadOfTimes = kHasModel;
#endif

/// Whether there are times to show, which say something about a GPU only where there is one.
inline bool has_times() { return !kCountsInsteadOfTimes; }

/// A figure that nobody has counted.
inline constexpr double kNotCounted = std::numeric_limits<double>::quiet_NaN();

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
  // Tile kernels: loads and stores of tiles, the elements that a mask leaves out, and the sectors that each touches:
  // the least that any code has to move.
  double tile_loads = 0;
  double tile_load_masked = 0;
  double tile_load_sectors = 0;
  double tile_stores = 0;
  double tile_store_masked = 0;
  double tile_store_sectors = 0;
  double tile_reductions = 0;  ///< of all elements along a dimension

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

  static Counters unknown();
};

namespace tutorial {
/// Counters has nothing but figures.
using CounterArray = std::array<double, sizeof(Counters) / sizeof(double)>;
}  // namespace tutorial

inline Counters operator-(const Counters& a, const Counters& b) {
  auto difference = std::bit_cast<tutorial::CounterArray>(a);
  const auto subtracted = std::bit_cast<tutorial::CounterArray>(b);
  for (std::size_t i = 0; i < difference.size(); ++i) difference[i] -= subtracted[i];
  return std::bit_cast<Counters>(difference);
}

inline Counters Counters::unknown() {
  tutorial::CounterArray all;
  all.fill(kNotCounted);
  return std::bit_cast<Counters>(all);
}

/// Waits for the device and returns the totals of the program so far; all unknown on a GPU.
Counters read_counters();

#ifndef TUTORIAL_COMPILED
#include "tutorial/counters.inl.cuh"
#endif
