// In the body of a loop, nodes that use the same memory are ordered: by an edge, by an empty node between them, and from one
// round to the next. Two that use different memory need no edge.
// prints: 3 6 30
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(cudaGraphConditionalHandle handle, int* rounds) {
  if (++*rounds == 3) cudaGraphSetConditional(handle, 0);
}
__global__ void add(int* sum, const int* rounds) { *sum += *rounds; }
__global__ void add_ten(int* tens) { *tens += 10; }

int main() {
  int *rounds, *sum, *tens;
  for (int** number : {&rounds, &sum, &tens}) {
    cudaMalloc(number, sizeof(int));
    cudaMemset(*number, 0, sizeof(int));
  }
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphNodeParams loop = {};
  loop.type = cudaGraphNodeTypeConditional;
  loop.conditional.handle = handle;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;
  cudaGraphNode_t node, counted, empty, added, ten;
#if CUDART_VERSION >= 13000
  cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &loop);
#else
  cudaGraphAddNode(&node, graph, nullptr, 0, &loop);
#endif
  const cudaGraph_t body = loop.conditional.phGraph_out[0];
  cudaKernelNodeParams launch = {};
  launch.gridDim = launch.blockDim = dim3(1);
  void* of_count[] = {&handle, &rounds};
  launch.func = (void*)count;
  launch.kernelParams = of_count;
  cudaGraphAddKernelNode(&counted, body, nullptr, 0, &launch);
  cudaGraphAddEmptyNode(&empty, body, &counted, 1);
  void* of_add[] = {&sum, &rounds};
  launch.func = (void*)add;
  launch.kernelParams = of_add;
  cudaGraphAddKernelNode(&added, body, &empty, 1, &launch);
  void* of_ten[] = {&tens};
  launch.func = (void*)add_ten;
  launch.kernelParams = of_ten;
  cudaGraphAddKernelNode(&ten, body, nullptr, 0, &launch);
  cudaGraphExec_t program;
  cudaGraphInstantiate(&program, graph, 0);
  cudaGraphLaunch(program, nullptr);
  int host[3], *of_device[] = {rounds, sum, tens};
  for (int i = 0; i < 3; ++i) {
    cudaMemcpy(&host[i], of_device[i], sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(of_device[i]);
  }
  std::printf("%d %d %d\n", host[0], host[1], host[2]);
  cudaGraphExecDestroy(program);
  cudaGraphDestroy(graph);
}
