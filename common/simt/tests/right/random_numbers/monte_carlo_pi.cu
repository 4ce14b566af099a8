// Pi by throwing darts: a generator per thread, made by one kernel and used by two launches of another one.
// prints: 3.1285 after 32768 darts, 3.1332 after 65536
#include <curand_kernel.h>

#include <cstdio>

constexpr int kThreads = 256, kBlocks = 4, kDarts = 32;

__global__ void make_generators(curandState* states, unsigned long long seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, i, 0, &states[i]);
}

__global__ void throw_darts(curandState* states, int* hits) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState state = states[i];  // in registers while it is used
  int inside = 0;
  for (int dart = 0; dart < kDarts; ++dart) {
    const float x = curand_uniform(&state);
    const float y = curand_uniform(&state);
    if (x * x + y * y <= 1) ++inside;
  }
  states[i] = state;  // the next launch goes on from here
  atomicAdd(hits, inside);
}

int main() {
  curandState* states;
  int *hits, count[2];
  cudaMalloc(&states, kThreads * kBlocks * sizeof(curandState));
  cudaMalloc(&hits, sizeof(int));
  cudaMemset(hits, 0, sizeof(int));
  make_generators<<<kBlocks, kThreads>>>(states, 2024);
  for (int& result : count) {
    throw_darts<<<kBlocks, kThreads>>>(states, hits);
    cudaMemcpy(&result, hits, sizeof(int), cudaMemcpyDeviceToHost);
  }
  const int darts = kThreads * kBlocks * kDarts;
  std::printf("%.4f after %d darts, %.4f after %d\n", 4.0 * count[0] / darts, darts,
              2.0 * count[1] / darts, 2 * darts);
  cudaFree(states);
  cudaFree(hits);
}
