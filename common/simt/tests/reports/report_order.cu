// Launches that are issued in one order and run in another: a gate holds the first back, and the
// last has the highest priority.
#include <cuda_runtime.h>

__global__ void first(const volatile int* open, int* out) {
  while (*open == 0) {
  }
  out[threadIdx.x] = 1;
  if (threadIdx.x == 0) printf("first\n");
}
__global__ void low(int* out) {
  out[threadIdx.x] = 2;
  if (threadIdx.x == 0) printf("low\n");
}
__global__ void node(int* out) { out[threadIdx.x] = 4; }
__global__ void high(int* out) {
  out[threadIdx.x] = 3;
  if (threadIdx.x == 0) printf("high\n");
}

int main() {
  int *open, *out;
  cudaMalloc(&open, 4);
  cudaMalloc(&out, 4 * 128);
  cudaMemset(open, 0, 4);
  cudaDeviceSynchronize();
  cudaStream_t streams[4];
  for (int i = 0; i < 4; ++i) {
    cudaStreamCreateWithPriority(&streams[i], cudaStreamNonBlocking, i < 3 ? 0 : -5);
  }
  first<<<1, 32, 0, streams[0]>>>(open, out);
  low<<<1, 32, 0, streams[1]>>>(out + 32);
  high<<<1, 32, 0, streams[3]>>>(out + 64);
  cudaMemsetAsync(open, 1, 4, streams[2]);

  // A kernel node is a launch each time.
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(streams[1], cudaStreamCaptureModeRelaxed);
  node<<<1, 32, 0, streams[1]>>>(out + 96);
  cudaStreamEndCapture(streams[1], &graph);
  cudaGraphInstantiate(&exec, graph);
  cudaGraphLaunch(exec, streams[1]);
  cudaGraphLaunch(exec, streams[1]);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(open);
  cudaFree(out);
  return error == cudaSuccess ? 0 : 1;
}
