// The other way round: a kernel is launched behind the one that frees the memory, in another stream.
// expect: simt: race between streams: an operation uses memory that another one allocates or frees, the 256 bytes that were allocated at
// expect: @new, and nothing orders them
// expect: free
// expect: @delete by kernel drop, launched at
// expect: use     kernel look_up, launched at
#include <cuda_runtime.h>

__device__ int* table;

__global__ void make() {
  table = new int[64];  // @new
  for (int i = 0; i < 64; ++i) table[i] = i;
}

__global__ void look_up(int* out) { out[threadIdx.x] = table[threadIdx.x]; }

__global__ void drop() {
  delete[] table;  // @delete
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  make<<<1, 1>>>();
  drop<<<1, 1, 0, one>>>();
  look_up<<<1, 64, 0, two>>>(out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
