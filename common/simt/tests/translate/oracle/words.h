// CUDA's words as clang's attributes. It has none that says how clusters are made, or that a variable is managed.
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...)
#define __block_size__(...)
#define __maxnreg__(...)
#define __grid_constant__
#define __align__(n) __attribute__((aligned(n)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __tile_global__ __global__
#define __tile__ __device__
#define __tile_builtin__

// Functions of the CPU backend that clang or the C library declares for one side only.
#define __syncthreads renamed_syncthreads
#define __expf renamed_expf
#define __exp10f renamed_exp10f
#define __logf renamed_logf
#define __log2f renamed_log2f
#define __log10f renamed_log10f
#define __sinf renamed_sinf
#define __cosf renamed_cosf
#define __tanf renamed_tanf
#define __tanhf renamed_tanhf
#define __powf renamed_powf
#define __sincosf renamed_sincosf
#define sincosf renamed_sincosf_of_c
#define sincos renamed_sincos_of_c
