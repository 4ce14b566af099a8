// expect: simt: an address is converted to shared memory, where it does not lie
// expect: @access
// expect: __isShared()
#include <cuda_runtime.h>

__global__ void convert(unsigned long long* out) {
  out[0] = __cvta_generic_to_shared(out);  // @access
}

int main() {
  unsigned long long* out;
  cudaMalloc(&out, sizeof *out);
  convert<<<1, 1>>>(out);
  return cudaDeviceSynchronize() == cudaErrorInvalidAddressSpace ? 0 : 5;
}
