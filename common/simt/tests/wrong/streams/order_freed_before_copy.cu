// A graph copies when it runs: by then the vector is gone. So large a one goes back to the system.
// expect: simt: a copy writes 4194304 bytes of host memory that are not there, or no longer
// expect: write   cudaGraphAddMemcpyNode1D at
// expect: @node, in the graph of cudaGraphLaunch at
// expect: @launch, in stream
// expect: keep what it copies from and to until the host has waited for it
#include <cuda_runtime.h>

#include <vector>

int main() {
  constexpr std::size_t kBytes = 4 << 20;
  char* data;
  cudaMalloc(&data, kBytes);
  cudaMemset(data, 1, kBytes);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphExec_t exec;
  {
    std::vector<char> host(kBytes);
    const auto kind = cudaMemcpyDeviceToHost;
    cudaGraphNode_t node;
    cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, host.data(), data, kBytes, kind);  // @node
    cudaGraphInstantiate(&exec, graph, 0);
  }
  cudaGraphLaunch(exec, stream);  // @launch
  return cudaStreamSynchronize(stream) == cudaErrorIllegalAddress ? 0 : 5;
}
