/// @file
/// @ingroup tutorial
#pragma once

#include <cstdio>
#include <cstdlib>

#include "tutorial/device.cuh"
#include "tutorial/exit_code.cuh"

namespace tutorial {

[[noreturn]] TUTORIAL_INLINE void skip(const std::string& reason) {
  std::fflush(stdout);
  std::fprintf(stderr, "SKIPPED: %s\n", reason.c_str());
  std::exit(kExitSkipped);
}

}  // namespace tutorial

TUTORIAL_INLINE const char* architecture_name(int major, int minor) {
  switch (major) {
    case 5:
      return "Maxwell";
    case 6:
      return "Pascal";
    case 7:
      return minor < 5 ? "Volta" : "Turing";
    case 8:
      return minor == 9 ? "Ada Lovelace" : "Ampere";
    case 9:
      return "Hopper";
    case 10:
    case 11:
    case 12:
      return "Blackwell";
    default:
      return "unknown";
  }
}

TUTORIAL_INLINE int fp32_lanes_per_multiprocessor(int major, int minor) {
  if (major == 6) return minor == 0 ? 64 : 128;
  if (major == 7) return 64;
  if (major == 8) return minor == 0 ? 64 : 128;
  return major == 5 || (major >= 9 && major <= 12) ? 128 : 0;
}

TUTORIAL_INLINE void require_device() {
  int devices = 0;
  const cudaError_t error = cudaGetDeviceCount(&devices);
  if (error == cudaSuccess && devices > 0) return;
  std::string reason = "no usable CUDA device";
  if (error != cudaSuccess) reason += std::string(": ") + cudaGetErrorString(error);
  tutorial::skip(reason);
}

namespace tutorial {

TUTORIAL_INLINE void require_capability(int major, int minor, bool exactly) {
  require_device();
  const int has_major = device_attribute(cudaDevAttrComputeCapabilityMajor);
  const int has_minor = device_attribute(cudaDevAttrComputeCapabilityMinor);
  const bool is_same = has_major == major && has_minor == minor;
  const bool is_newer = has_major > major || (has_major == major && has_minor > minor);
  if (is_same || (is_newer && !exactly)) return;
  skip((exactly ? "needs exactly compute capability " : "needs compute capability ") +
       std::to_string(major) + "." + std::to_string(minor) + ", this device has " +
       std::to_string(has_major) + "." + std::to_string(has_minor));
}

}  // namespace tutorial

TUTORIAL_INLINE void require_compute_capability(int major, int minor) {
  tutorial::require_capability(major, minor, false);
}

TUTORIAL_INLINE void require_exact_compute_capability(int major, int minor) {
  tutorial::require_capability(major, minor, true);
}

TUTORIAL_INLINE DeviceInfo device_info() {
  int device = 0;
  cudaDeviceProp properties;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaGetDeviceProperties(&properties, device));
  DeviceInfo info;
  info.name = properties.name;
  info.major = properties.major;
  info.minor = properties.minor;
  info.architecture = architecture_name(info.major, info.minor);
  info.multiprocessors = properties.multiProcessorCount;
  const double memory_hz = memory_clock_rate_khz() * 1e3;
  const double bus_bytes = device_attribute(cudaDevAttrGlobalMemoryBusWidth) / 8.0;
  info.memory_gbs = 2 * memory_hz * bus_bytes / 1e9;
  const double lanes = info.multiprocessors * fp32_lanes_per_multiprocessor(info.major, info.minor);
  info.fp32_tflops = 2 * lanes * clock_rate_khz() * 1e3 / 1e12;
  return info;
}
