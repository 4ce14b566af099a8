// A kernel that is not in the graph sets the condition of the graph.
// expect: simt: cudaGraphSetConditional in a kernel that is not in a graph with conditions
// expect: @set
// expect: launch the kernel as a node of that graph
#include <cuda_runtime.h>

__global__ void decide(cudaGraphConditionalHandle handle) {
  cudaGraphSetConditional(handle, 1);  // @set
}

int main() {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph);
  decide<<<1, 1>>>(handle);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
