// What a program asks for holds where SIMT_DEVICES says nothing. Here it says 2.
// prints: 2 devices
#include <cuda_runtime.h>

#include <cstdio>

#if __has_include(<simt_peers.h>)
#include <simt_peers.h>
#endif

int main() {
#if __has_include(<simt_peers.h>)
  simt::set_device_count(5);
#else
  return 77;  // GPUs are as many as there are
#endif
  int devices = 0;
  cudaGetDeviceCount(&devices);
  std::printf("%d devices\n", devices);
}
