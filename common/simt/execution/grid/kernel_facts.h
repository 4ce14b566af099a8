/// @file
/// @ingroup simt_execution
/// What a kernel's source says about its launches.
#pragma once

#include <cstddef>

#include "simt/kernel_facts.h"
#include "vector_types.h"

namespace simt {

struct KernelFacts {
  /// Most threads per block: `__launch_bounds__`, or the device's limit.
  unsigned max_threads;
  /// Most blocks per cluster, by `__launch_bounds__`; 0: not said.
  unsigned max_cluster;
  /// Per thread. The model has no register allocator: 32, or fewer if `__maxnreg__` says so.
  int registers;
  /// `__cluster_dims__`; (0, 0, 0): not said.
  dim3 cluster;
  /// `__cluster_dims__()`
  bool cluster_must_be_set;
  /// Bytes of the `__shared__` variables of the kernel and of the functions that it calls, laid out
  /// one after the other as nvcc does.
  std::size_t static_shared;
  bool is_tile = false;  ///< `__tile_global__`
};

/// Whether any kernel of the program has any. If not, launches need not know which kernel is theirs.
bool any_kernel_facts();

/// The facts of the kernel that starts there; the defaults for null.
const KernelFacts& kernel_facts(const void* kernel);

}  // namespace simt
