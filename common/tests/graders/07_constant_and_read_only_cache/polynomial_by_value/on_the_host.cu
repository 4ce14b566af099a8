// Right, but the host has computed it.
// rejected by: model
// expect: y were written by a copy or a memset of the host
#include <cuda_runtime.h>

constexpr int kMaxDegree = 15;
struct Polynomial {
  int degree;
  float coefficients[kMaxDegree + 1];
};

#include <vector>

void launch_polynomial(float* y, const float* x, int n, const Polynomial& p) {
  std::vector<float> values(n);
  cudaMemcpy(values.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (float& value : values) {
    double sum = 0;
    for (int k = p.degree; k >= 0; --k) sum = sum * value + p.coefficients[k];
    value = static_cast<float>(sum);
  }
  cudaMemcpy(y, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}
