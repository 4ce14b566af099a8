// One rank sums floats, the other one ints.
// expect: simt: ranks of a communicator do not agree: the types differ
// expect: rank 0  ncclAllReduce() at
// expect: @floats: 32 ncclFloat32, ncclSum
// expect: rank 1  ncclAllReduce() at
// expect: @ints: 32 ncclInt32, ncclSum
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
  ncclAllReduce(data[0], data[0], 32, ncclFloat, ncclSum, comms[0], streams[0]);  // @floats
  ncclAllReduce(data[1], data[1], 32, ncclInt, ncclSum, comms[1], streams[1]);    // @ints
  ncclGroupEnd();
}
