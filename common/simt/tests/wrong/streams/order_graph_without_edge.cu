// Two nodes of a graph, and the edge between them is missing.
// expect: simt: race between nodes of a graph: two operations use byte 0
// expect: cudaGraphAddMemsetNode at
// expect: @set, in the graph of cudaGraphLaunch at
// expect: @launch
// expect: cudaGraphAddMemcpyNode1D at
// expect: @fetch, in the graph of cudaGraphLaunch at
// expect: @launch
// expect: add a dependency
#include <cuda_runtime.h>

int main() {
  int *data, *host;
  cudaMalloc(&data, 4096);
  cudaMallocHost(&host, 4096);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaMemsetParams set{};
  set.dst = data;
  set.elementSize = 4;
  set.width = 1024;
  set.height = 1;
  cudaGraphNode_t first, second;
  cudaGraphAddMemsetNode(&first, graph, nullptr, 0, &set);  // @set
  const auto kind = cudaMemcpyDeviceToHost;
  cudaGraphAddMemcpyNode1D(&second, graph, nullptr, 0, host, data, 4096, kind);  // @fetch
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraphLaunch(exec, stream);  // @launch
  return cudaStreamSynchronize(stream) == cudaErrorLaunchFailure ? 0 : 5;
}
