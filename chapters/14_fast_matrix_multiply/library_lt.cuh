// cublasLt, cuBLAS's other interface: it proposes several ways to compute a product, and the fastest is kept.
#pragma once

#include "shape.cuh"
#include "tutorial.cuh"
#ifdef WITH_LIBRARIES
#include <cublasLt.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

template <class T>
class BestOfLt {
 public:
  // Computes C = alpha · A · B several times, to find the fastest way.
  BestOfLt(const T* a, const T* b, float* c, const Shape& s, bool tf32)
      : a_(a), b_(b), c_(c), alpha_(s.alpha) {
    const auto type = sizeof(T) == 2 ? CUDA_R_16BF : CUDA_R_32F;
    const auto compute = tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
    check(cublasLtCreate(&handle_));
    check(cublasLtMatmulDescCreate(&product_, compute, CUDA_R_32F));
    // Column by column, as cuBLAS reads matrices, these are the transposes: Cᵀ = Bᵀ · Aᵀ.
    check(cublasLtMatrixLayoutCreate(&b_layout_, type, s.n, s.k, s.ldb));
    check(cublasLtMatrixLayoutCreate(&a_layout_, type, s.k, s.m, s.lda));
    check(cublasLtMatrixLayoutCreate(&c_layout_, CUDA_R_32F, s.n, s.m, s.ldc));
    CHECK(cudaMalloc(&workspace_, kWorkspace));
    cublasLtMatmulPreference_t preference = nullptr;
    check(cublasLtMatmulPreferenceCreate(&preference));
    check(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                               &kWorkspace, sizeof kWorkspace));
    std::vector<cublasLtMatmulHeuristicResult_t> ways(16);
    check(cublasLtMatmulAlgoGetHeuristic(handle_, product_, b_layout_, a_layout_, c_layout_,
                                         c_layout_, preference, static_cast<int>(ways.size()),
                                         ways.data(), &found_));
    check(cublasLtMatmulPreferenceDestroy(preference));
    double best = INFINITY;
    for (int way = 0; way < found_; ++way) {
      std::vector<double> times;
      EventTimer timer;
      for (int run = -1; run < 5; ++run) {
        tutorial::keep_busy();
        timer.start();
        multiply(ways[way].algo);
        const double time = timer.stop();
        if (run >= 0) times.push_back(time);
      }
      if (median(times) < best) best = median(times), best_ = ways[way].algo, place_ = way + 1;
    }
    if (found_ == 0) {
      std::fprintf(stderr, "cublasLt: it has no way to compute this product\n");
      std::exit(kExitWrong);
    }
  }
  ~BestOfLt() {
    for (auto layout : {a_layout_, b_layout_, c_layout_}) cublasLtMatrixLayoutDestroy(layout);
    cublasLtMatmulDescDestroy(product_);
    cublasLtDestroy(handle_);
    cudaFree(workspace_);
  }
  BestOfLt(const BestOfLt&) = delete;
  BestOfLt& operator=(const BestOfLt&) = delete;

  std::string name() const {
    return "cublasLt, way " + std::to_string(place_) + " of " + std::to_string(found_);
  }
  void multiply() { multiply(best_); }

 private:
  void multiply(const cublasLtMatmulAlgo_t& way) {
    const float zero = 0;
    check(cublasLtMatmul(handle_, product_, &alpha_, b_, b_layout_, a_, a_layout_, &zero, c_,
                         c_layout_, c_, c_layout_, &way, workspace_, kWorkspace, nullptr));
  }
  static void check(cublasStatus_t status) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    std::fprintf(stderr, "cublasLt: %s\n", cublasLtGetStatusString(status));
    std::exit(kExitWrong);
  }

  static constexpr size_t kWorkspace = size_t{64} << 20;
  const T *a_, *b_;
  float* c_;
  float alpha_;
  cublasLtHandle_t handle_ = nullptr;
  cublasLtMatmulDesc_t product_ = nullptr;
  cublasLtMatrixLayout_t a_layout_ = nullptr, b_layout_ = nullptr, c_layout_ = nullptr;
  void* workspace_ = nullptr;
  cublasLtMatmulAlgo_t best_ = {};
  int found_ = 0, place_ = 0;
};
#endif
