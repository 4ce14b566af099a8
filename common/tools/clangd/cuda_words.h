/// @file
/// What a .cu file means for clangd, which needs no CUDA toolkit for it. Only editors read this: no compiler
/// of the tutorial does (compile_flags.txt names it).
///
/// clang's HIP mode knows `kernel<<<grid, block>>>(…)` as CUDA's does, and has none of the functions of
/// the toolkit built in, so those that the CPU backend declares can take their place.
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

// All functions may be called by kernels: those of the backend are plain C++. clang itself has declared
// operator new for the host, so <new> has to agree.
#pragma clang force_cuda_host_device begin
#include <typeinfo>
#pragma clang force_cuda_host_device end
#include <new>
#pragma clang force_cuda_host_device begin
#include <cuda_runtime.h>

// What clang makes of <<<…>>>.
extern "C" cudaError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                                  cudaStream_t stream = nullptr);
