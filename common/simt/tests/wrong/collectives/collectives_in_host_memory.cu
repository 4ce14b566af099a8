// The result shall go to the host.
// expect: simt: ncclReduce() is given memory of the host as recvbuff
// expect: @call
// expect: operand recvbuff: 128 bytes of rank 0
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
  int result[32];
  ncclGroupStart();
  for (int d = 0; d < 2; ++d) {
    ncclReduce(data[d], result, 32, ncclInt, ncclSum, 0, comms[d], streams[d]);  // @call
  }
  ncclGroupEnd();
}
