// What kernels call of the C library, which clang has from CUDA's headers, and what clang makes of <<<>>>.
#include <__clang_cuda_math_forward_declares.h>

__device__ float acosf(float), asinf(float), atanf(float), cbrtf(float), ceilf(float), cosf(float),
    coshf(float), erff(float), exp10f(float), exp2f(float), expf(float), expm1f(float),
    fabsf(float), floorf(float), log1pf(float), log2f(float), logf(float), rintf(float),
    roundf(float), sinf(float), sinhf(float), sqrtf(float), tanf(float), tanhf(float),
    truncf(float);
__device__ float atan2f(float, float), copysignf(float, float), fmaxf(float, float),
    fminf(float, float), fmodf(float, float), hypotf(float, float), powf(float, float),
    fmaf(float, float, float);
__device__ double fma(double, double, double);
__device__ void *memcpy(void*, const void*, size_t), *memmove(void*, const void*, size_t),
    *memset(void*, int, size_t);
__device__ void* malloc(size_t);
__device__ void free(void*);
__device__ int printf(const char*, ...);

int __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = nullptr);
