// The reference has the scope of a block, and blocks share the counter.
// expect: simt: race on global memory: two blocks use byte 0 of the 4 bytes that were allocated at
// expect: atomic
// expect: @count by thread (0,0,0) of block (0,0,0)
// expect: atomic
// expect: @count by thread (0,0,0) of block (1,0,0)
#include <cuda_runtime.h>
#include <cuda/atomic>

__global__ void count(const int* in, int* hits) {
  cuda::atomic_ref<int, cuda::thread_scope_block> counter(*hits);
  if (in[blockIdx.x * blockDim.x + threadIdx.x] == 0) {
    counter.fetch_add(1, cuda::memory_order_relaxed);  // @count
  }
}

int main() {
  int *in, *hits;
  cudaMalloc(&in, 1024);
  cudaMalloc(&hits, 4);
  cudaMemset(in, 0, 1024);
  cudaMemset(hits, 0, 4);
  count<<<4, 32>>>(in, hits);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
