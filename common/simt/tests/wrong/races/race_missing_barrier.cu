// Reads what another warp writes, and nothing brings the block together between the two. (The
// threads of a block run one after the other here: the read comes first.)
// expect: simt: race on shared memory: two threads use byte 128 of tile and nothing orders them
// expect: read
// expect: @read by thread (31,0,0) of block (0,0,0)
// expect: write
// expect: @write by thread (32,0,0) of block (0,0,0)
// expect: put a __syncthreads() between the two
// expect: kernel  reverse
// expect: SIMT_CHECK_SHARED=off lets the program go on
#include <cuda_runtime.h>

__global__ void reverse(int* data) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[threadIdx.x];       // @write
  data[threadIdx.x] = tile[63 - threadIdx.x];  // @read
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  reverse<<<1, 64>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
