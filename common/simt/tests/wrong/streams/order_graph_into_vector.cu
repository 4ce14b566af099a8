// A graph copies into a vector when it runs, and the host does not wait for that.
// expect: simt: race between host and device: both use byte 28 of 4096 bytes of host memory, and the host
// expect: write   cudaGraphAddMemcpyNode1D at
// expect: @node, in the graph of cudaGraphLaunch at
// expect: @read by host code
#include <cuda_runtime.h>

#include <vector>

int main() {
  std::vector<int> host(1024, 1);
  int* data;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t node;
  const auto kind = cudaMemcpyDeviceToHost;
  cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, host.data(), data, 4096, kind);  // @node
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  const bool is_old = host[7] == 1;  // @read
  return cudaStreamSynchronize(stream) == cudaErrorLaunchFailure ? 0 : 5 + is_old;
}
