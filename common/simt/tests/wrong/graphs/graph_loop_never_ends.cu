// The kernel in the body counts, but nobody tells the loop when to end.
// environment: SIMT_TIMEOUT=1
// expect: simt: a loop of a graph has not ended after 1 seconds and
// expect: node    cudaGraphAddNode at
// expect: @loop, in the graph of cudaGraphLaunch at
// expect: cudaGraphSetConditional
#include <cuda_runtime.h>

__global__ void count(int* rounds) { ++*rounds; }

int main() {
  int* rounds;
  cudaMalloc(&rounds, sizeof(int));
  cudaMemset(rounds, 0, sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle goes_on;
  cudaGraphConditionalHandleCreate(&goes_on, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphNodeParams loop = {};
  loop.type = cudaGraphNodeTypeConditional;
  loop.conditional.handle = goes_on;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;
  cudaGraphNode_t node, kernel;
  cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &loop);  // @loop
  void* arguments[] = {&rounds};
  cudaKernelNodeParams launch = {};
  launch.func = (void*)count;
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, loop.conditional.phGraph_out[0], nullptr, 0, &launch);
  cudaGraphExec_t program;
  cudaGraphInstantiate(&program, graph, 0);
  cudaGraphLaunch(program, nullptr);
  return cudaDeviceSynchronize() == cudaErrorLaunchTimeout ? 0 : 5;
}
