// The writer releases, but the reader looks with a relaxed load and has no fence behind it.
// expect: simt: race on shared memory: two threads use byte 0 of data
// expect: @write
// expect: @read
#include <cuda_runtime.h>
#include <cuda/atomic>

__global__ void tell(int* out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> flag;
  __shared__ int data;
  if (threadIdx.x == 0) flag.store(0);
  __syncthreads();
  if (threadIdx.x == 0) {
    data = 7;  // @write
    flag.store(1, cuda::memory_order_release);
  } else if (threadIdx.x == 32) {
    while (flag.load(cuda::memory_order_relaxed) == 0) {
    }
    *out = data;  // @read
  }
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  tell<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
