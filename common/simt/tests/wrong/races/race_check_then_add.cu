// Looks whether there is room, then takes a place: by then others may have taken it.
// expect: simt: race on shared memory: two threads use byte 0 of used
// expect: @look
#include <cuda_runtime.h>

__global__ void take_places(int* out) {
  __shared__ int used;
  if (threadIdx.x == 0) used = 0;
  __syncthreads();
  if (used < 10) {  // @look
    const int place = atomicAdd(&used, 1);
    out[place] = threadIdx.x;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 256);
  take_places<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
