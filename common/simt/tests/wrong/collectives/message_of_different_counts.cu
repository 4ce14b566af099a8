// The receiver has room for more than is sent.
// expect: simt: ranks of a communicator do not agree: the counts differ
// expect: rank 0  ncclSend() at
// expect: @send: 8 ncclInt32 to rank 1
// expect: rank 1  ncclRecv() at
// expect: @receive: 32 ncclInt32 from rank 0
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
  ncclSend(data[0], 8, ncclInt, 1, comms[0], streams[0]);   // @send
  ncclRecv(data[1], 32, ncclInt, 0, comms[1], streams[1]);  // @receive
  ncclGroupEnd();
}
