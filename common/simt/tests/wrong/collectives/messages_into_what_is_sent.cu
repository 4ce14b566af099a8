// Both halos at once, and one of them where the own edge is still being sent from.
// expect: simt: calls of one group use the same memory, and one of them writes it
// expect: ncclRecv() at
// expect: @receive: 16 ncclInt32 from rank 1
// expect: ncclSend() at
// expect: @send: 16 ncclInt32 to rank 1
// expect: advice  what is in a group runs at the same time
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
  ncclSend(data[0] + 16, 16, ncclInt, 1, comms[0], streams[0]);  // @send
  ncclRecv(data[0] + 8, 16, ncclInt, 1, comms[0], streams[0]);   // @receive
  ncclSend(data[1], 16, ncclInt, 0, comms[1], streams[1]);
  ncclRecv(data[1] + 16, 16, ncclInt, 0, comms[1], streams[1]);
  ncclGroupEnd();
}
