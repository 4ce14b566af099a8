// Half of a word is written, and all of it read: the report names the first byte that nobody has written.
// expect: simt: read of shared memory that nobody has written, at byte 6 of words
// expect: @read
// expect: by      thread (1,0,0) of block (0,0,0)
#include <cuda_runtime.h>

__global__ void halves(unsigned* out) {
  __shared__ unsigned words[32];
  const unsigned t = threadIdx.x;
  if (t != 1) {
    words[t] = t;
  } else {
    reinterpret_cast<unsigned short*>(words)[2 * t] = 7;
  }
  out[t] = words[t];  // @read
}

int main() {
  unsigned* out = nullptr;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  halves<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
