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
#define __managed__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __maxnreg__(...)
#define __grid_constant__

// Kernels may call any function, because those of the backend are plain C++. But clang itself has
// declared operator new, for the host alone, and <new> has to agree.
#pragma clang force_cuda_host_device begin
#include <typeinfo>
#pragma clang force_cuda_host_device end
#include <new>
#pragma clang force_cuda_host_device begin
#include <cuda_runtime.h>

// What clang makes of <<<…>>>.
extern "C" cudaError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                                  cudaStream_t stream = nullptr);
