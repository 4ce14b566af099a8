/// @file
/// @ingroup simt_execution
/// Finds out which function a launch would call, without running it: the call is made on a stack of
/// its own and abandoned at the first basic block.
#pragma once

#include "simt/launch.h"

namespace simt {

struct Probe {
  bool active;
  void* back;  ///< where to continue when the kernel is reached
  const void* reached;
  const KernelCall* call;
};
extern __thread Probe probe;

/// Start of the kernel that `call` runs.
const void* kernel_of(const KernelCall* call);

/// For the hook: stores the program counter and abandons the call. Returns if that is not the kernel's yet, but that of
/// a constructor or conversion of one of its parameters.
void probe_reached(const void* pc);

}  // namespace simt
