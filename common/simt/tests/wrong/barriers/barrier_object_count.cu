// The barrier expects one thread more than there are.
// environment: SIMT_TIMEOUT=1
// expect: simt: an endless loop
// expect: @wait
// expect: of block (0,0,0)
// expect: a barrier object expects 129 arrivals in each phase, and 128 have come
#include <cuda_runtime.h>
#include <cuda/barrier>

__global__ void stuck(int* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x + 1);
  __syncthreads();
  barrier.arrive_and_wait();  // @wait
  out[threadIdx.x] = 1;
}

int main() {
  int* out;
  cudaMalloc(&out, 128 * sizeof(int));
  stuck<<<1, 128>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
