// A product of matrices that were never copied to the device.
// expect: cublasDgemm() is given memory of the host as B
// expect: @product
// expect: advice  it wants memory of the device
#include <cublas_v2.h>

#include <vector>

int main() {
  std::vector<double> b(16, 1);
  double *a, *c;
  cudaMalloc(&a, 16 * sizeof(double));
  cudaMalloc(&c, 16 * sizeof(double));
  cudaMemset(a, 0, 16 * sizeof(double));
  cublasHandle_t handle;
  cublasCreate(&handle);
  const double one = 1, zero = 0;
  cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 4, 4, 4,  // @product
              &one, a, 4, b.data(), 4, &zero, c, 4);
  cudaDeviceSynchronize();
}
