// Four stages of each thread's own pipeline, with a wait that leaves the latest ones in flight.
// prints: 3510
#include <cuda_runtime.h>
#include <cuda/pipeline>

#include <cstdio>

constexpr int kStages = 4, kThreads = 64;

__global__ void sum_rows(const int* in, int* out, int rows) {
  __shared__ int stage[kStages][kThreads];
  auto pipeline = cuda::make_pipeline();
  const int t = threadIdx.x;
  const auto fetch = [&](int row) {
    pipeline.producer_acquire();
    if (row < rows) {
      cuda::memcpy_async(&stage[row % kStages][t], &in[row * kThreads + t], sizeof(int), pipeline);
    }
    pipeline.producer_commit();  // also an empty one, so that the count stays right
  };
  for (int row = 0; row < kStages - 1; ++row) fetch(row);
  int sum = 0;
  for (int row = 0; row < rows; ++row) {
    fetch(row + kStages - 1);
    cuda::pipeline_consumer_wait_prior<kStages - 1>(pipeline);
    __syncthreads();  // now all have their part of this row
    if (t == 0) sum += stage[row % kStages][kThreads - 1];
    __syncthreads();  // and now its place may be filled again
    pipeline.consumer_release();
  }
  if (t == 0) *out = sum;
}

int main() {
  constexpr int kRows = 10;
  int host[kRows * kThreads], sum;
  for (int i = 0; i < kRows * kThreads; ++i) host[i] = i;
  int *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof sum);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sum_rows<<<1, kThreads>>>(in, out, kRows);
  cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
  std::printf("%d\n", sum);
  cudaFree(in);
  cudaFree(out);
}
