// Who reads a counter right after its own increment does not wait for those of the others.
// expect: simt: race on global memory: two threads of a block use byte 0 of the __device__ variable hits
// expect: atomic
// expect: @count by thread
// expect: read
// expect: @look by thread
#include <cuda_runtime.h>

__device__ int hits;

__global__ void count(const int* in, int* out) {
  if (in[threadIdx.x] > 0) atomicAdd(&hits, 1);  // @count
  if (threadIdx.x == 0) *out = hits;             // @look
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 1, 64 * sizeof(int));
  count<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
