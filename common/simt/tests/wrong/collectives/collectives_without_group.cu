// The first call waits for the second, which the same thread makes later.
// expect: simt: ncclAllReduce() waits for a call that is not made: rank 1 makes 0 in this group
// expect: rank 0  ncclAllReduce() at
// expect: @call: 32 ncclInt32, ncclSum
// expect: advice  a host thread makes the calls of all ranks between one ncclGroupStart()
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
  for (int d = 0; d < 2; ++d) {
    ncclAllReduce(data[d], data[d], 32, ncclInt, ncclSum, comms[d], streams[d]);  // @call
  }
  cudaDeviceSynchronize();
}
