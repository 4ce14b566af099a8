// Every block frees the table when it has read it. Whichever of them comes second frees nothing any more.
// expect: simt: race on global memory: two blocks use byte 0 of the 512 bytes that were allocated
// expect: @read by thread (0,0,0) of block (0,0,0)
// expect: @free by thread (0,0,0) of block (1,0,0)
// expect: advice  memory is gone for all threads: let a later kernel free
#include <cuda_runtime.h>

__device__ int* table;

__global__ void make() {
  table = static_cast<int*>(malloc(128 * sizeof(int)));
  for (int i = 0; i < 128; ++i) table[i] = i;
}

__global__ void look_up(int* out) {
  out[128 * blockIdx.x + threadIdx.x] = table[threadIdx.x];  // @read
  __syncthreads();
  if (threadIdx.x == 0) free(table);  // @free
}

int main() {
  int* out;
  cudaMalloc(&out, 4 * 128 * sizeof(int));
  make<<<1, 1>>>();
  look_up<<<4, 128>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
