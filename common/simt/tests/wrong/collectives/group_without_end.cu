// The group never ends, so its calls never begin.
// expect: simt: warning: ncclGroupStart() began a group that no ncclGroupEnd() has ended
// exit: 0
// expect: @start
#include <cuda_runtime.h>
#include <nccl.h>

int main() {
  ncclComm_t comms[2];
  cudaStream_t streams[2];
  int* data[2];
  ncclCommInitAll(comms, 2, nullptr);
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    cudaMalloc(&data[d], 128);
    cudaMemset(data[d], 0, 128);
    cudaStreamCreate(&streams[d]);
    cudaDeviceSynchronize();
  }
  ncclGroupStart();  // @start
  for (int d = 0; d < 2; ++d) {
    ncclAllReduce(data[d], data[d], 32, ncclInt, ncclSum, comms[d], streams[d]);
  }
  cudaDeviceSynchronize();
}
