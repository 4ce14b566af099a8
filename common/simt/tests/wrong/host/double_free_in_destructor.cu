// A buffer that is copied frees its memory once more, behind a check that is content with any answer.
// exit: 0
// expect: simt: warning: cudaFree() gets memory that was freed before
// expect: @free
// expect: first
// expect: @free
#include <cuda_runtime.h>

#include <cstdio>

struct Buffer {
  explicit Buffer(std::size_t bytes) {
    if (cudaMalloc(&data, bytes) != cudaSuccess) std::fputs("no memory\n", stderr);
  }
  ~Buffer() {
    const cudaError_t error = cudaFree(data);  // @free
    if (error != cudaSuccess) std::puts("not freed");
  }
  char* data = nullptr;
};

void fill(Buffer buffer) {
  if (cudaMemset(buffer.data, 1, 64) != cudaSuccess) std::puts("not filled");
}

int main() {
  Buffer buffer(64);
  fill(buffer);
}
