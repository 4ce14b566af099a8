// The kernel that sets the condition does not come before the node that looks at it.
// expect: simt: race between nodes of a graph: two operations use byte 0 of the 4 bytes that were allocated at
// expect: @handle, and nothing orders them
// expect: kernel decide
// expect: add a dependency
#include <cuda_runtime.h>

__global__ void decide(cudaGraphConditionalHandle handle) { cudaGraphSetConditional(handle, 1); }
__global__ void count(int* rounds) { ++*rounds; }

int main() {
  int* rounds;
  cudaMalloc(&rounds, sizeof(int));
  cudaMemset(rounds, 0, sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);  // @handle
  void* arguments[] = {&handle};
  cudaKernelNodeParams launch = {};
  launch.func = (void*)decide;
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  cudaGraphNode_t decided, node, kernel;
  cudaGraphAddKernelNode(&decided, graph, nullptr, 0, &launch);
  cudaGraphNodeParams branch = {};
  branch.type = cudaGraphNodeTypeConditional;
  branch.conditional.handle = handle;
  branch.conditional.type = cudaGraphCondTypeIf;
  branch.conditional.size = 1;
  cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &branch);
  void* of_count[] = {&rounds};
  launch.func = (void*)count;
  launch.kernelParams = of_count;
  cudaGraphAddKernelNode(&kernel, branch.conditional.phGraph_out[0], nullptr, 0, &launch);
  cudaGraphExec_t program;
  cudaGraphInstantiate(&program, graph, 0);
  cudaGraphLaunch(program, nullptr);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
