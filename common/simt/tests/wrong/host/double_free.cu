// Two pointers to the same memory, each of which is freed; and one of page-locked memory in a loop.
// exit: 0
// expect: simt: warning: cudaFree() gets memory that was freed before
// expect: @second
// expect: @first
// expect: give it back once
// expect: simt: warning: cudaFreeHost() gets memory that was freed before
// expect: @loop
// expect: @loop
#include <cuda_runtime.h>

int main() {
  int *data, *host;
  cudaMalloc(&data, 128);
  cudaMallocHost(reinterpret_cast<void**>(&host), 128);
  int* const last = data;
  cudaFree(data);                                  // @first
  cudaFree(last);                                  // @second
  for (int i = 0; i < 2; ++i) cudaFreeHost(host);  // @loop
}
