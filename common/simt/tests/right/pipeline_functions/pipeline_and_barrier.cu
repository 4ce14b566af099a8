// A barrier in shared memory whose phase ends when the copies of all threads are there.
// supports: <cuda_pipeline.h>: `__pipeline_arrive_on`, `__mbarrier_*`
// prints: 63 62 0
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void reverse(const double* in, double* out) {
  __shared__ double numbers[64];
  __shared__ __mbarrier_t barrier;
  const int i = threadIdx.x;
  if (i == 0) __mbarrier_init(&barrier, blockDim.x);
  __syncthreads();
  __pipeline_memcpy_async(&numbers[i], &in[i], sizeof(double));
  __pipeline_arrive_on(&barrier);
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  out[i] = numbers[63 - i];
}

int main() {
  double numbers[64], results[64], *in, *out;
  for (int i = 0; i < 64; ++i) numbers[i] = i;
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&out, sizeof results);
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  reverse<<<1, 64>>>(in, out);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g\n", results[0], results[1], results[63]);
  cudaFree(in);
  cudaFree(out);
}
