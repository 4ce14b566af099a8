// cuBLAS, which the programs of this chapter compare themselves with.
#pragma once

#include "shape.cuh"
#include "tutorial.cuh"
#ifdef WITH_LIBRARIES
#include <cublas_v2.h>

#include <cstdio>
#include <cstdlib>

class Library {
 public:
  Library() { check(cublasCreate(&handle_)); }
  ~Library() { cublasDestroy(handle_); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  // The computation is pinned, so that cuBLAS does what our kernel does. PEDANTIC: floats stay floats, on CUDA
  // cores; without it, the default, a setting in the environment may allow tf32. FAST_TF32: floats are rounded to tf32.
  template <class T>
  static cublasComputeType_t pinned(bool tf32) {
    if (sizeof(T) == 2) return CUBLAS_COMPUTE_32F;
    return tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F_PEDANTIC;
  }

  template <class T>
  void multiply(const T* a, const T* b, float* c, const Shape& s, cublasComputeType_t compute) {
    const auto type = sizeof(T) == 2 ? CUDA_R_16BF : CUDA_R_32F;
    const float zero = 0;
    // cuBLAS reads matrices column by column, and so sees the transposes of ours: Cᵀ = Bᵀ · Aᵀ.
    check(cublasGemmEx(handle_, CUBLAS_OP_N, CUBLAS_OP_N, s.n, s.m, s.k, &s.alpha, b, type, s.ldb,
                       a, type, s.lda, &zero, c, CUDA_R_32F, s.ldc, compute, CUBLAS_GEMM_DEFAULT));
  }

 private:
  static void check(cublasStatus_t status) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    std::fprintf(stderr, "cuBLAS: %s\n", cublasGetStatusString(status));
    std::exit(kExitWrong);
  }
  cublasHandle_t handle_ = nullptr;
};
#endif
