// The flag is released first, and the data written after it.
// expect: simt: race on shared memory: two threads use byte 0 of data
// expect: @write
// expect: @read
#include <cuda_runtime.h>
#include <cuda/atomic>

__global__ void tell(int* out) {
  __shared__ int flag, data;
  cuda::atomic_ref<int, cuda::thread_scope_block> told(flag);
  if (threadIdx.x == 0) {
    flag = 0;
    data = 0;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    told.store(1, cuda::memory_order_release);
    data = 7;  // @write
  } else if (threadIdx.x == 32) {
    while (told.load(cuda::memory_order_acquire) == 0) {
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
