// The first kernel comes before the release in the order of the stream, the second one after it.
// expect: simt: read of 4 bytes of global memory out of bounds, inside the 128 bytes that were allocated at
// expect: @allocation
// expect: and freed at
// expect: @release
// expect: @access
// expect: launched at
// expect: @late
#include <cuda_runtime.h>

__global__ void copy(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // @access
}

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *in, *out;
  cudaMalloc(&out, 128);
  cudaMallocAsync(&in, 128, stream);  // @allocation
  cudaMemsetAsync(in, 0, 128, stream);
  copy<<<1, 32, 0, stream>>>(in, out);
  cudaFreeAsync(in, stream);            // @release
  copy<<<1, 32, 0, stream>>>(in, out);  // @late
  return cudaStreamSynchronize(stream) == cudaErrorIllegalAddress ? 0 : 5;
}
