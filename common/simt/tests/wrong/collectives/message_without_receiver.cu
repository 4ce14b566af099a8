// Both ranks send, and only one receives.
// expect: simt: ncclSend() waits for a call that is not made: rank 0 does not receive from 1
// expect: rank 1  ncclSend() at
// expect: @send: 16 ncclInt32 to rank 0
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
  ncclSend(data[0], 16, ncclInt, 1, comms[0], streams[0]);
  ncclSend(data[1], 16, ncclInt, 0, comms[1], streams[1]);  // @send
  ncclRecv(data[1] + 16, 16, ncclInt, 0, comms[1], streams[1]);
  ncclGroupEnd();
}
