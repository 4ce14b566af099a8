// Two kernels of a loop's body use the same number, and no edge lies between them.
// expect: simt: race between nodes of a graph: two operations use byte 0 of the 4 bytes that were allocated at
// expect: @sum, and nothing orders them
// expect: kernel count
// expect: kernel add
// expect: add a dependency
#include <cuda_runtime.h>

__global__ void count(cudaGraphConditionalHandle handle, int* rounds) {
  if (++*rounds == 3) cudaGraphSetConditional(handle, 0);
}
__global__ void add(int* sum, const int* rounds) { *sum += *rounds; }

int main() {
  int* sum;
  cudaMalloc(&sum, sizeof(int));  // @sum
  cudaMemset(sum, 0, sizeof(int));
  int* total;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphNodeParams loop = {};
  loop.type = cudaGraphNodeTypeConditional;
  loop.conditional.handle = handle;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;
  cudaGraphNode_t node, counted, added;
  cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &loop);
  const cudaGraph_t body = loop.conditional.phGraph_out[0];
  cudaKernelNodeParams launch = {};
  launch.gridDim = launch.blockDim = dim3(1);
  void* of_count[] = {&handle, &sum};
  launch.func = (void*)count;
  launch.kernelParams = of_count;
  cudaGraphAddKernelNode(&counted, body, nullptr, 0, &launch);
  void* of_add[] = {&total, &sum};
  launch.func = (void*)add;
  launch.kernelParams = of_add;
  cudaGraphAddKernelNode(&added, body, nullptr, 0, &launch);
  cudaGraphExec_t program;
  cudaGraphInstantiate(&program, graph, 0);
  cudaGraphLaunch(program, nullptr);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
