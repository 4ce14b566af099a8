// Chapter 01 · check_macro
//
// first_program with a check of every call, in plain CUDA: the macro is all that it takes.
//
//   check_macro [THREADS]      threads per block, default 256; CUDA refuses 1025
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t check_error = (call);                                            \
    if (check_error != cudaSuccess) {                                                  \
      std::printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(check_error)); \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (false)

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main(int argc, char** argv) {
  const int n = 1000;
  const int threads = argc > 1 ? std::atoi(argv[1]) : 256;
  const std::vector<float> host_a(n, 1.5f), host_b(n, 2.0f);
  std::vector<float> host_c(n);

  float *a = nullptr, *b = nullptr, *c = nullptr;
  const size_t bytes = n * sizeof(float);
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMalloc(&c, bytes));
  CHECK(cudaMemcpy(a, host_a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b, host_b.data(), bytes, cudaMemcpyHostToDevice));
  add<<<(n + threads - 1) / threads, threads>>>(a, b, c, n);
  CHECK(cudaGetLastError());  // a launch returns nothing: this asks for its error
  CHECK(cudaMemcpy(host_c.data(), c, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));

  for (const float sum : host_c) {
    if (sum != 3.5f) return 1;
  }
  std::printf("PASS\n");
}
