// Two warps write one struct, which takes several stores; only the first one's value differs.
// expect: simt: race on shared memory: two threads use byte 0 of best and nothing orders them
// expect: write
// expect: by thread (0,0,0)
// expect: write
// expect: by thread (32,0,0)
#include <cuda_runtime.h>

struct Candidate {
  int score;
  float weights[4];
};

__global__ void best_of_warps(float* out) {
  __shared__ Candidate best;
  if (threadIdx.x % 32 == 0) {
    const Candidate mine{static_cast<int>(threadIdx.x) + 1, {1, 2, 3, 4}};
    best = mine;
  }
  __syncthreads();
  out[0] = best.score + best.weights[threadIdx.x % 4];
}

int main() {
  float* out;
  cudaMalloc(&out, sizeof(float));
  best_of_warps<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
