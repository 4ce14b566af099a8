// A kernel fills each array, an all-reduce in the same stream sums them, and a kernel of another stream waits for that by
// an event: nothing else orders them.
// prints: 96 96, and 0 for the rank alone
#include <cuda_runtime.h>
#include <nccl.h>

#include <cstdio>

__global__ void fill(int* data, int device) { data[threadIdx.x] = threadIdx.x + device; }
__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

int main() {
  int count = 0;
  cudaGetDeviceCount(&count);
  if (count < 2) return 77;
  ncclComm_t comms[2], alone;
  cudaStream_t streams[2], others[2];
  cudaEvent_t events[2];
  int *data[2], result[2], own = -1;
  ncclCommInitAll(comms, 2, nullptr);
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    cudaMalloc(&data[d], 128);
    cudaStreamCreateWithFlags(&streams[d], cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&others[d], cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&events[d], cudaEventDisableTiming);
    fill<<<1, 32, 0, streams[d]>>>(data[d], 2 * d);
  }
  ncclGroupStart();
  for (int d = 0; d < 2; ++d) {
    ncclAllReduce(data[d], data[d], 32, ncclInt, ncclSum, comms[d], streams[d]);
  }
  ncclGroupEnd();
  for (ncclComm_t comm : comms)
    ncclCommDestroy(comm);  // the streams need not have come to their calls
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    cudaEventRecord(events[d], streams[d]);
    cudaStreamWaitEvent(others[d], events[d]);
    twice<<<1, 32, 0, others[d]>>>(data[d]);
    cudaMemcpyAsync(&result[d], data[d] + 23, sizeof(int), cudaMemcpyDeviceToHost, others[d]);
  }
  for (cudaStream_t stream : others) cudaStreamSynchronize(stream);
  // One rank needs no group.
  ncclCommInitAll(&alone, 1, nullptr);
  cudaSetDevice(0);
  fill<<<1, 32>>>(data[0], 0);
  ncclAllReduce(data[0], data[0], 32, ncclInt, ncclSum, alone, nullptr);
  cudaMemcpy(&own, data[0], sizeof own, cudaMemcpyDeviceToHost);
  std::printf("%d %d, and %d for the rank alone\n", result[0], result[1], own);
  ncclCommDestroy(alone);
  for (int* array : data) cudaFree(array);
}
