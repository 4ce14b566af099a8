/// @file
/// CUDA's words for clangd, without a CUDA toolkit. Only editors read this (compile_flags.txt names
/// it), no compiler of the tutorial does.
///
/// clang's HIP mode knows `kernel<<<grid, block>>>(…)` as its CUDA mode does, and has none of the
/// toolkit's functions built in, so those that the CPU backend declares can take their place.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __maxnreg__(...)
#define __grid_constant__
#define __tile__ __device__
#define __tile_global__ __global__

// Kernels may call the C library and the backend, whose functions are plain C++; of the C++ library
// only what is constexpr, as with nvcc.
#pragma clang force_cuda_host_device begin
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#pragma clang force_cuda_host_device end

#include <algorithm>
#include <chrono>
#include <complex>
#include <concepts>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#pragma clang force_cuda_host_device begin
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>

#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>
#pragma clang force_cuda_host_device end

// Newer ones know the word. It is a macro only behind <memory>, which has it in an attribute.
#if __clang_major__ < 15
#define __noinline__ __attribute__((noinline))
#endif

// What clang makes of <<<…>>>.
extern "C" cudaError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                                  cudaStream_t stream = nullptr);
