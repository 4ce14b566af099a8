// A pipeline of the block: the loop reads the stage behind the one that it has waited for.
// expect: simt: read of shared memory that an asynchronous copy may still be filling
// expect: @read
#include <cooperative_groups.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

__global__ void add_tiles(const int* in, int* out, int tiles) {
  __shared__ int stage[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const cg::thread_block block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  for (int tile = 0; tile < 2; ++tile) {
    pipeline.producer_acquire();
    cuda::memcpy_async(block, stage[tile], in + 64 * tile, sizeof stage[tile], pipeline);
    pipeline.producer_commit();
  }
  int sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    pipeline.consumer_wait();
    sum += stage[(tile + 1) % 2][63 - threadIdx.x];  // @read
    pipeline.consumer_release();
  }
  out[threadIdx.x] = sum;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 512);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 512);
  add_tiles<<<1, 64>>>(in, out, 2);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
