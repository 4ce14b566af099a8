// Both halves of the warp multiply, each in its own branch.
// expect: simt: lanes of a warp execute different instructions with matrices: lane 16 is at
// expect: @second
// expect: @first
// expect: a branch around it goes the same way in the whole warp
#include <cuda_runtime.h>

__global__ void multiply(unsigned* out) {
  unsigned c0 = 0, c1 = 0;
  const unsigned one = 0x3c003c00;  // (1, 1)
  if (threadIdx.x < 16) {
    asm volatile(  // @first
        "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %2}, {%2}, {%0, %1};"
        : "+r"(c0), "+r"(c1)
        : "r"(one));
  } else {
    asm volatile(  // @second
        "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %2}, {%2}, {%0, %1};"
        : "+r"(c0), "+r"(c1)
        : "r"(one));
    c1 += 1;
  }
  out[threadIdx.x] = c0 + c1;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  multiply<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
