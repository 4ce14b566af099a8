/// @file
/// @ingroup tutorial
/// CUB, whose kernels programs run beside their own on a GPU:
///
///     #ifdef TUTORIAL_RUNS_CUB
///       run("CUB DeviceReduce::Sum", [&] { CHECK(cub::DeviceReduce::Sum(scratch, size, in, out, n)); });
///     #endif
///
/// The CPU backend could run it as well. But a library is there to be raced, and the model keeps no time.
#pragma once

#ifndef __SIMTCC__
#include <cub/cub.cuh>
#define TUTORIAL_RUNS_CUB
#endif
