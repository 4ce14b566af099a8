// The flag is cleared and set again by lanes of one tile, and set by another tile, for which nothing comes behind the clearing.
// expect: simt: race on shared memory
// expect: @clear
// expect: @set
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void any_negative(const int* values, int* out) {
  __shared__ int found;
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  if (threadIdx.x == 0) found = 0;  // @clear
  tile.sync();
  if (values[threadIdx.x] < 0) found = 1;  // @set
  __syncwarp();
  if (threadIdx.x == 0) *out = found;
}

int main() {
  int values[32], *in, *out;
  for (int i = 0; i < 32; ++i) values[i] = 3 - i % 8;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  any_negative<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
