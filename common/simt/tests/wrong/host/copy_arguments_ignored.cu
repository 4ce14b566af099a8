// Copies that CUDA refuses with "invalid argument": which argument, and what is wrong with it?
// exit: 0
// expect: simt: warning: cudaMemcpy() at
// expect: @exchanged
// expect: reason  the kind is cudaMemcpyHostToDevice, but the target is memory of the host, and the source is memory of the device; the target comes first
// expect: simt: warning: cudaMemcpy() at
// expect: @small
// expect: reason  the target is 256 bytes from byte 0 of the 64 bytes that were allocated at
// expect: @allocation
// expect: and that goes past the end
// expect: simt: warning: cudaMemcpyToSymbol() at
// expect: @table
// expect: reason  128 bytes from byte 0 of the __constant__ variable table, which has 64
// expect: simt: warning: cudaMemcpy2D() at
// expect: @rows
// expect: reason  rows of 64 bytes begin 16 bytes apart
// expect: simt: warning: cudaMemset() at
// expect: @set
// expect: reason  the target is memory of the host
// expect: simt: warning: cudaMemcpy() at
// expect: @freed
// expect: reason  the target is no memory that is allocated: inside the 64 bytes
#include <cuda_runtime.h>

__constant__ float table[16];

int main() {
  static float host[64];
  float* device;
  cudaMalloc(&device, 16 * sizeof *device);                           // @allocation
  cudaMemcpy(host, device, 64, cudaMemcpyHostToDevice);               // @exchanged
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);      // @small
  cudaMemcpyToSymbol(table, host, 2 * sizeof table);                  // @table
  cudaMemcpy2D(device, 16, host, 64, 64, 1, cudaMemcpyHostToDevice);  // @rows
  cudaMemset(host, 0, 64);                                            // @set
  cudaFree(device);
  cudaMemcpy(device, host, 64, cudaMemcpyHostToDevice);  // @freed
}
