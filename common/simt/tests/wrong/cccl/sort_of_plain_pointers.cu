// Plain pointers are memory of the host's for thrust, so it sorts there.
// expect: simt: host code reads or writes device memory
// expect: @sort, inside of thrust/
// expect: advice  an algorithm of thrust runs on the host if it gets plain pointers: give it thrust::device
#include <cuda_runtime.h>
#include <thrust/sort.h>

int main() {
  int* values;
  cudaMalloc(&values, 64 * sizeof *values);
  cudaMemset(values, 0, 64 * sizeof *values);
  thrust::sort(values, values + 64);  // @sort
  cudaFree(values);
}
