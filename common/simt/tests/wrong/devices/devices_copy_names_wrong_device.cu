// The devices of cudaMemcpyPeer are exchanged.
// expect: simt: warning: cudaMemcpyPeer() at
// exit: 0
// expect: @copy
// expect: the target is memory of device 0, and the call says 1
#include <cuda_runtime.h>

int main() {
  int *zero, *one;
  cudaMalloc(&zero, 128);
  cudaSetDevice(1);
  cudaMalloc(&one, 128);
  cudaMemset(one, 0, 128);
  cudaMemcpyPeer(zero, 1, one, 0, 128);  // @copy
  cudaFree(zero);
  cudaFree(one);
}
