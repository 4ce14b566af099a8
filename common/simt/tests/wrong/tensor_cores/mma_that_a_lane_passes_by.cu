// One lane goes round the product, and waits at a barrier for the others.
// expect: simt: deadlock
// expect: @multiply
#include <cuda_runtime.h>

__global__ void multiply(unsigned* out) {
  unsigned c0 = 0, c1 = 0;
  if (threadIdx.x < 31) {
    asm volatile(  // @multiply
        "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %2}, {%2}, {%0, %1};"
        : "+r"(c0), "+r"(c1)
        : "r"(0x3c003c00));
  }
  __syncthreads();
  out[threadIdx.x] = c0 + c1;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  multiply<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 3;
}
