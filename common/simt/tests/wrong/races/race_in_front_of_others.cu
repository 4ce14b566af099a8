// The lesson of many courses: a count without atomic operations, and one with them. The race stops the first kernel, and
// with it all that comes behind it: the report says how the program goes on, and the last line what has failed.
// expect: simt: race on global memory: two threads of a block
// expect: @count
// expect: SIMT_CHECK_GLOBAL=off lets the program go on
// expect: 0 and 0
// expect: simt: because of it these failed: the launch of count_atomically at
// expect: @second
// expect: cudaMemcpy at
// expect: @copy
// expect: cudaFree at
// expect: and 1 more
// expect: simt: the program has an error
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(int* n) {
  const int old = *n;
  *n = old + 1;  // @count
}

__global__ void count_atomically(int* n) { atomicAdd(n, 1); }

int main() {
  int *a, *b, plain = 0, atomic = 0;
  cudaMalloc(&a, sizeof *a);
  cudaMalloc(&b, sizeof *b);
  cudaMemset(a, 0, sizeof *a);
  cudaMemset(b, 0, sizeof *b);
  count<<<100, 1000>>>(a);
  count_atomically<<<100, 1000>>>(b);                           // @second
  cudaMemcpy(&plain, a, sizeof plain, cudaMemcpyDeviceToHost);  // @copy
  cudaMemcpy(&atomic, b, sizeof atomic, cudaMemcpyDeviceToHost);
  std::fprintf(stderr, "%d and %d\n", plain, atomic);
  cudaFree(a);
  cudaFree(b);
}
