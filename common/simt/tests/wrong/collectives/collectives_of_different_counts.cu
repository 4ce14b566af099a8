// The last rank has fewer elements.
// expect: simt: ranks of a communicator do not agree: the counts differ
// expect: rank 0  ncclAllReduce() at
// expect: @call: 32 ncclInt32, ncclSum
// expect: rank 1  ncclAllReduce() at
// expect: @call: 31 ncclInt32, ncclSum
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
  for (int d = 0; d < 2; ++d) {
    ncclAllReduce(data[d], data[d], 32 - d, ncclInt, ncclSum, comms[d], streams[d]);  // @call
  }
  ncclGroupEnd();
}
