/// @file
/// @ingroup tutorial
/// Without CUPTI; hardware_counters.cpp has it.
#pragma once

#include <functional>
#include <string>

#include "tutorial/hardware_counters.cuh"

namespace tutorial {

TUTORIAL_INLINE std::string no_hardware_counters() {
#ifdef TUTORIAL_COMPILED
  return "this build was made without CUPTI of CUDA 12.8 or newer";
#else
  return "programs that are compiled by hand have none; CMake's build has them";
#endif
}

TUTORIAL_INLINE void switch_off_hardware_counters() {}

TUTORIAL_INLINE HardwareCounters count_on_device(const std::function<void()>& reset,
                                                 const std::function<void()>& launch) {
  reset();
  launch();
  return {};
}

TUTORIAL_INLINE Counters count_kernels(const std::function<void()>& launch) {
  launch();
  return Counters::unknown();
}

}  // namespace tutorial
