// In a graph, too, a kernel that may begin early has to wait for what it uses.
// expect: simt: race between dependent launches: two operations use byte 0
// expect: and the second one does not wait for the first
// expect: @write by kernel fill
// expect: @read by kernel add_one, launched at
// expect: cudaGridDependencySynchronize
#include <cuda_runtime.h>

__global__ void fill(int* data) {
  cudaTriggerProgrammaticLaunchCompletion();
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;  // @write
}

__global__ void add_one(const int* data, int* sums) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[i] = data[i] + 1;  // @read
}

int main() {
  int *data, *sums;
  cudaMalloc(&data, 4096);
  cudaMalloc(&sums, 4096);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaLaunchAttribute early;
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 4;
  config.blockDim = 256;
  config.stream = stream;
  config.attrs = &early;
  config.numAttrs = 1;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  fill<<<4, 256, 0, stream>>>(data);
  cudaLaunchKernelEx(&config, add_one, static_cast<const int*>(data), sums);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, stream);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
