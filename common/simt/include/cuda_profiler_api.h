/// @file
/// Which part of a program a profiler looks at: none does here.
#pragma once

#define __CUDA_PROFILER_API_H__  // programs ask whether this header is there

#include "cuda_runtime.h"

inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
inline cudaError_t cudaProfilerStop() { return cudaSuccess; }
