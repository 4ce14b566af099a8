// A graph reads pageable memory when it runs: there is no time at which it could have been set aside.
// expect: simt: race between host and device: both use
// expect: cudaMemcpyAsync at
// expect: @send, in the graph of cudaGraphLaunch at
// expect: @change by host code
#include <cuda_runtime.h>

#include <vector>

int main() {
  std::vector<int> host(1024, 1);
  int* data;
  cudaMalloc(&data, 4096);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(data, host.data(), 4096, cudaMemcpyHostToDevice, stream);  // @send
  cudaStreamEndCapture(stream, &graph);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  host[0] = 2;  // @change
  return cudaStreamSynchronize(stream) == cudaErrorLaunchFailure ? 0 : 5;
}
