// The second of two operations lacks the call of a rank.
// expect: simt: ncclBroadcast() waits for a call that is not made: rank 0 makes 1 in this group
// expect: rank 1  ncclBroadcast() at
// expect: @call: 32 ncclInt32, root 1
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
    ncclAllReduce(data[d], data[d], 16, ncclInt, ncclSum, comms[d], streams[d]);
  }
  ncclBroadcast(data[1], data[1], 32, ncclInt, 1, comms[1], streams[1]);  // @call
  ncclGroupEnd();
}
