// The three floats of a vertex lie one behind the other: a float4 there is not aligned.
// expect: simt: atomic on 16 bytes at the misaligned address
// expect: @access
// expect: multiple of its size, 16 bytes
#include <cuda_runtime.h>

__global__ void add_to_vertices(float* vertices) {
  float4* const place = reinterpret_cast<float4*>(vertices + 3 * threadIdx.x);
  atomicAdd(place, make_float4(1, 2, 3, 0));  // @access
}

int main() {
  float* vertices;
  cudaMalloc(&vertices, 4 * 3 * sizeof(float));
  cudaMemset(vertices, 0, 4 * 3 * sizeof(float));
  add_to_vertices<<<1, 3>>>(vertices);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 3;
}
