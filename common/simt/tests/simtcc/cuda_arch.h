// What headers do with __CUDA_ARCH__.
#pragma once

#ifdef __CUDA_ARCH__
#define DEVICE_FUNCTION __device__
#else
#define DEVICE_FUNCTION
#endif

DEVICE_FUNCTION inline int by_macro() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 2;
#endif
}
#define ARCH_OR(value) value
#ifdef __CUDA_ARCH__
#undef ARCH_OR
#define ARCH_OR(value) (__CUDA_ARCH__ / 100)
#endif
template <class T>
__host__ __device__ inline T by_value(T value) {
  return ARCH_OR(value);
}
