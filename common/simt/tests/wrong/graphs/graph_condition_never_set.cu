// The handle has no value to begin with, and no kernel sets it before the node looks.
// environment: SIMT_CHECK_INIT=stop
// expect: simt: a node of a graph looks at its condition, which nobody has set in this launch
// expect: @branch, in the graph of cudaGraphLaunch at
// expect: cudaGraphCondAssignDefault
#include <cuda_runtime.h>

__global__ void count(int* rounds) { ++*rounds; }

int main() {
  int* rounds;
  cudaMalloc(&rounds, sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph, 1);
  cudaGraphNodeParams branch = {};
  branch.type = cudaGraphNodeTypeConditional;
  branch.conditional.handle = handle;
  branch.conditional.type = cudaGraphCondTypeIf;
  branch.conditional.size = 1;
  cudaGraphNode_t node, kernel;
  cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &branch);  // @branch
  void* arguments[] = {&rounds};
  cudaKernelNodeParams launch = {};
  launch.func = (void*)count;
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, branch.conditional.phGraph_out[0], nullptr, 0, &launch);
  cudaGraphExec_t program;
  cudaGraphInstantiate(&program, graph, 0);
  cudaGraphLaunch(program, nullptr);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
