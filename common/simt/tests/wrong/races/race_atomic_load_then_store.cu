// Some look with atomic loads whether the work is done; the plain store that says so is a race with them.
// expect: simt: race on shared memory: two threads use byte 0 of done
// expect: @store
#include <cuda_runtime.h>
#include <cuda/atomic>

__global__ void stop_early(int* out) {
  __shared__ int done;
  if (threadIdx.x == 0) done = 0;
  __syncthreads();
  cuda::atomic_ref<int, cuda::thread_scope_block> flag(done);
  out[threadIdx.x] = flag.load();
  if (threadIdx.x == 63) done = 1;  // @store
}

int main() {
  int* out;
  cudaMalloc(&out, 256);
  stop_early<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
