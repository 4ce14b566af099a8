// Shared memory that copies have filled: memset, memcpy, and asynchronous copies by a thread and by a
// group, of structs with a hole and of a tile that is not full.
// prints: 0 3 6 1.5 44
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <cuda/barrier>

// A barrier in shared memory has a constructor that does nothing there: init() begins it.
#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;

struct Sample {
  char kind;
  int value;
  double weight;
  char mark;
};

__global__ void fill(Sample* samples) {
  samples[threadIdx.x].kind = 'a';
  samples[threadIdx.x].value = 3 * threadIdx.x;
  samples[threadIdx.x].weight = 0.5 * threadIdx.x;
  samples[threadIdx.x].mark = 2;
}

__global__ void use(const Sample* samples, int n, float* out) {
  __shared__ int zeros[8];
  __shared__ Sample one, tile[16], again[16];
  __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
  const cg::thread_block block = cg::this_thread_block();
  if (threadIdx.x == 0) {
    memset(zeros, 0, sizeof zeros);
    memcpy(&one, &samples[1], sizeof one);
    init(&arrived, blockDim.x);
  }
  block.sync();
  cg::memcpy_async(block, tile, samples, n * sizeof(Sample));
  cuda::memcpy_async(block, again, samples, n * sizeof(Sample), arrived);
  cg::wait(block);
  arrived.arrive_and_wait();
  if (threadIdx.x == 0) {
    float marks = 0;
    for (int i = 0; i < n; ++i) {
      const Sample left = tile[i], right = again[i];
      marks += left.mark + right.mark;
    }
    out[0] = static_cast<float>(zeros[7]);
    out[1] = static_cast<float>(one.value);
    out[2] = static_cast<float>(tile[2].value);
    out[3] = static_cast<float>(again[3].weight);
    out[4] = marks;
  }
}

int main() {
  constexpr int kSamples = 11;
  Sample* samples;
  float *out, host[5] = {};
  cudaMalloc(&samples, kSamples * sizeof(Sample));
  cudaMalloc(&out, sizeof host);
  fill<<<1, kSamples>>>(samples);
  use<<<1, 32>>>(samples, kSamples, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g %g %g\n", host[0], host[1], host[2], host[3], host[4]);
  cudaFree(samples);
  cudaFree(out);
}
