// One rank wants the sum, the other one the average.
// expect: simt: ranks of a communicator do not agree: the operations differ
// expect: @sum: 32 ncclInt32, ncclSum
// expect: @average: 32 ncclInt32, ncclAvg
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
  ncclGroupStart();
  ncclAllReduce(data[0], data[0], 32, ncclInt, ncclSum, comms[0], streams[0]);  // @sum
  ncclAllReduce(data[1], data[1], 32, ncclInt, ncclAvg, comms[1], streams[1]);  // @average
  ncclGroupEnd();
}
