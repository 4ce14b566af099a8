// The work is right, and the memory is never freed: a warning, and the exit code stays.
// exit: 3
// expect: simt: warning: 128 bytes, allocated at
// expect: @once
// expect: were never freed
// expect: simt: warning: 3072 bytes in 3 allocations, allocated at
// expect: @loop
// expect: were never freed
// expect: simt: warning: 64 bytes of pinned host memory, allocated at
// expect: @pinned
// expect: were never freed
#include <cuda_runtime.h>

int main() {
  char *data, *freed, *host;
  cudaMalloc(&freed, 4096);
  cudaMalloc(&data, 128);                                       // @once
  for (int i = 0; i < 3; ++i) cudaMalloc((void**)&data, 1024);  // @loop
  cudaMallocHost(reinterpret_cast<void**>(&host), 64);          // @pinned
  cudaFree(freed);
  return 3;
}
