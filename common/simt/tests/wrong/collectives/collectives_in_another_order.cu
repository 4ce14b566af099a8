// One rank broadcasts first, the other one reduces first.
// expect: simt: ranks of a communicator do not agree: they call different functions
// expect: rank 0  ncclBroadcast() at
// expect: @broadcast: 16 ncclInt32, root 0
// expect: rank 1  ncclReduce() at
// expect: @reduce: 16 ncclInt32, ncclMax, root 0
// expect: advice  all ranks make the same calls in the same order
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
  ncclBroadcast(data[0], data[0], 16, ncclInt, 0, comms[0], streams[0]);  // @broadcast
  ncclReduce(data[0] + 16, data[0] + 16, 16, ncclInt, ncclMax, 0, comms[0], streams[0]);
  ncclReduce(data[1] + 16, data[1] + 16, 16, ncclInt, ncclMax, 0, comms[1], streams[1]);  // @reduce
  ncclBroadcast(data[1], data[1], 16, ncclInt, 0, comms[1], streams[1]);
  ncclGroupEnd();
}
