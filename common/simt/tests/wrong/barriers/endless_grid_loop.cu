// Two blocks swap their buffers round by round, and the flag for "once more" is never taken back.
// environment: SIMT_TIMEOUT=1
// expect: simt: a block has not finished after 1 seconds, and never will
// expect: @barrier
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void smooth(int* from, int* to, volatile int* again) {
  const auto grid = cooperative_groups::this_grid();
  const unsigned i = grid.thread_rank();
  if (i == 0) *again = 1;
  grid.sync();
  while (*again != 0) {
    to[i] = from[i] / 2;
    int* const last = from;
    from = to;
    to = last;
    grid.sync();  // @barrier
  }
}

int main() {
  int *from, *to, *again;
  cudaMalloc(&from, 512);
  cudaMalloc(&to, 512);
  cudaMalloc(&again, 4);
  cudaMemset(from, 1, 512);
  void* arguments[] = {&from, &to, &again};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(&smooth), 2, 64, arguments, 0, nullptr);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
