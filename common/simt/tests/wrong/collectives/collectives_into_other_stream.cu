// The streams of the ranks are exchanged.
// expect: simt: warning: ncclAllReduce() does nothing: the stream belongs to device 1, and rank 0 is on device 0
// exit: 0
// expect: @call
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
    ncclAllReduce(data[d], data[d], 32, ncclInt, ncclSum, comms[d], streams[1 - d]);  // @call
  }
  ncclGroupEnd();
}
