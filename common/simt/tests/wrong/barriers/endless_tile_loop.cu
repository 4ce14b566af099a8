// Tiles of eight vote and sleep until the host sets a flag; the host waits for the kernel instead.
// environment: SIMT_TIMEOUT=1
// expect: simt: a block has not finished after 1 seconds, and never will
// expect: @loop
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void wait_for_host(volatile int* flag) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  while (!tile.any(*flag != 0)) __nanosleep(100);  // @loop
}

int main() {
  int *flag, *mapped;
  cudaHostAlloc(reinterpret_cast<void**>(&flag), sizeof(int), cudaHostAllocMapped);
  *flag = 0;
  cudaHostGetDevicePointer(reinterpret_cast<void**>(&mapped), flag, 0);
  wait_for_host<<<1, 64>>>(mapped);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
