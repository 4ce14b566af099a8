// Matrices of bfloat16 for tile_product, and what their product should be.
#pragma once

#include <cuda_bf16.h>

#include "tutorial.cuh"

using Factor = __nv_bfloat16;

// Small integers, whose products and sums are exact in any order.
struct Matrix {
  Matrix(long long rows, long long columns) : values(rows * columns) {
    std::vector<Factor> host(values.size());
    const std::vector<int> integers = random_ints(values.size(), -4, 4);
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<float>(integers[i]);
      host[i] = __float2bfloat16(values[i]);
    }
    CHECK(cudaMalloc(&device, host.size() * sizeof(Factor)));
    CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(Factor), cudaMemcpyHostToDevice));
  }
  ~Matrix() { CHECK(cudaFree(device)); }
  Matrix(const Matrix&) = delete;
  std::vector<float> values;
  Factor* device = nullptr;
};

// What C should be: of a large one some rows, so many apart.
struct Expected {
  Expected(const Matrix& a, const Matrix& b, int m, int n, int k)
      : m(m), n(n), values(product_on_host<float>(a.values, b.values, n, k, step)) {}

  // @return the first difference of c, on the device, or nothing
  std::string difference(const float* c) const {
    std::vector<float> row(n);
    for (size_t i = 0; i < static_cast<size_t>(m); i += step) {
      CHECK(cudaMemcpy(row.data(), c + i * n, n * sizeof(float), cudaMemcpyDeviceToHost));
      const std::string text =
          first_difference(row.data(), n, [&](long long j) { return values[i * n + j]; });
      if (!text.empty()) return "row " + std::to_string(i) + " of C, " + text;
    }
    return "";
  }

  int m, n, step = m <= 512 ? 1 : 509;
  std::vector<float> values;
};
