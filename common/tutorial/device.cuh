/// @file
/// @ingroup tutorial
/// What the current device is, in the terms a learner needs, and what a program needs of it.
#pragma once

#include <cuda_runtime.h>

#include <string>

#include "tutorial/check.cuh"
#include "tutorial/compat.cuh"

namespace tutorial {

/// Ends the program with exit code 77 and the reason.
[[noreturn]] void skip(const std::string& reason);

}  // namespace tutorial

/// The name of the architecture behind a compute capability.
const char* architecture_name(int major, int minor);

/// Single-precision fused multiply-adds that one multiprocessor starts per clock; 0 if unknown.
/// Source: CUDA C++ Programming Guide, "Arithmetic Instructions", throughput table.
int fp32_lanes_per_multiprocessor(int major, int minor);

/// The current device. The two peaks come from its attributes: upper bounds, not measurements.
struct DeviceInfo {
  std::string name;
  int major = 0, minor = 0;  ///< compute capability
  std::string architecture;  ///< Hopper, Ampere, …
  int multiprocessors = 0;
  double memory_gbs = 0;   ///< GB/s (10^9): clock × bus width × 2 transfers per clock; 0 unknown
  double fp32_tflops = 0;  ///< TFLOP/s: clock × lanes × 2 operations per multiply-add; 0 unknown
};

/// Ends the program with exit code 77 and the reason unless there is a device it can use.
void require_device();

/// As require_device, and the device must have at least this compute capability.
void require_compute_capability(int major, int minor);

/// As require_device, and the device must have this compute capability: code for 9.0a, for example, runs on
/// no newer one.
void require_exact_compute_capability(int major, int minor);

/// What the current device is.
DeviceInfo device_info();

#ifndef TUTORIAL_COMPILED
#include "tutorial/device.inl.cuh"
#endif
