// The object is used before anybody has told it how many threads to expect.
// expect: simt: a barrier object is used that nobody has initialised
// expect: @arrive
// expect: init()
#include <cuda/barrier>

#include <cuda_runtime.h>

#pragma nv_diag_suppress static_var_with_dynamic_init

__global__ void meet(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  barrier.arrive_and_wait();  // @arrive
  out[threadIdx.x] = 1;
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  meet<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
