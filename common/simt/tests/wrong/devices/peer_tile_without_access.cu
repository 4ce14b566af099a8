// A tile kernel of device 0 stores to memory of device 1 without peer access: tiles have no lanes, but memory all the
// same.
// expect: simt: a kernel of device 0 writes memory of device 1 without peer access: byte 0 of the 128 bytes that were
// expect: @allocation
// expect: @store
// expect: advice  call cudaSetDevice(0) and cudaDeviceEnablePeerAccess(1, 0) before
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void set(float* out) {
  ct::store(out, ct::full<ct::tile<float, ct::shape<>>>(1.0f));  // @store
}

int main() {
  float* out;
  cudaSetDevice(1);
  cudaMalloc(&out, 128);  // @allocation
  cudaSetDevice(0);
  set<<<1, 1>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
