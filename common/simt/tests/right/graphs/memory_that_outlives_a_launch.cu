// Memory that a graph allocates and does not free: the host frees it, another graph does, or the next launch. Until then
// the graph cannot be launched again.
// supports: graphs: memory that a graph leaves to the host or to another graph; `cudaGraphInstantiateFlagAutoFreeOnLaunch`
// prints: launched again: invalid argument
// prints: freed by the host: no error
// prints: freed by its own graph, too: invalid argument
// prints: 7, freed by a graph: no error
// prints: the same graph once more: invalid argument
// prints: a second instance: operation not supported
// prints: 9, a clone: operation not supported
// prints: a child: operation not supported
// prints: a node destroyed: operation not supported
// prints: 11, freed by the launch: no error
// prints: nothing left: 0
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

__global__ void write(int* to, int value) { *to = value; }
__global__ void move(const int* from, int* to) { *to = *from; }

void print(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorString(error));
  (void)cudaGetLastError();
}

cudaGraph_t graph_that_writes(int value, int** memory) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNodeParams node = {};
  node.type = cudaGraphNodeTypeMemAlloc;
  node.alloc.poolProps.allocType = cudaMemAllocationTypePinned;
  node.alloc.poolProps.location.type = cudaMemLocationTypeDevice;
  node.alloc.bytesize = sizeof(int);
  cudaGraphNode_t allocated, written;
  cudaGraphAddNode(&allocated, graph, nullptr, nullptr, 0, &node);
  *memory = static_cast<int*>(node.alloc.dptr);
  void* arguments[] = {memory, &value};
  cudaKernelNodeParams launch = {};
  launch.func = (void*)write;
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&written, graph, &allocated, 1, &launch);
  return graph;
}

int main() {
  int *memory, *shown;
  cudaMallocHost(&shown, sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph = graph_that_writes(7, &memory);
  cudaGraphExec_t program, release;
  cudaGraphInstantiate(&program, graph, 0);

  cudaGraphLaunch(program, stream);
  print("launched again", cudaGraphLaunch(program, stream));
  cudaStreamSynchronize(stream);
  print("freed by the host", cudaFree(memory));

  cudaGraph_t frees;
  cudaGraphNode_t node;
  cudaGraphCreate(&frees, 0);
  cudaGraphAddMemFreeNode(&node, frees, nullptr, 0, memory);
  print("freed by its own graph, too", cudaGraphAddMemFreeNode(&node, graph, nullptr, 0, memory));
  cudaGraphInstantiate(&release, frees, 0);
  cudaGraphLaunch(program, stream);
  move<<<1, 1, 0, stream>>>(memory, shown);
  const cudaError_t freed = cudaGraphLaunch(release, stream);
  cudaStreamSynchronize(stream);
  std::printf("%d, ", *shown);
  print("freed by a graph", freed);
  print("the same graph once more", cudaGraphLaunch(release, stream));

  cudaGraphExec_t second;
  print("a second instance", cudaGraphInstantiate(&second, graph, 0));
  cudaGraphExecDestroy(program);
  cudaGraphDestroy(graph);

  graph = graph_that_writes(9, &memory);
  cudaGraphInstantiate(&program, graph, 0);
  cudaGraphLaunch(program, stream);
  move<<<1, 1, 0, stream>>>(memory, shown);
  cudaFreeAsync(memory, stream);
  cudaStreamSynchronize(stream);
  std::printf("%d, ", *shown);
  cudaGraph_t clone;
  print("a clone", cudaGraphClone(&clone, graph));
  print("a child", cudaGraphAddChildGraphNode(&node, frees, nullptr, 0, graph));
  size_t count = 1;
  cudaGraphGetRootNodes(graph, &node, &count);
  print("a node destroyed", cudaGraphDestroyNode(node));
  cudaGraphExecDestroy(program);
  cudaGraphDestroy(graph);

  graph = graph_that_writes(11, &memory);
  cudaGraphInstantiate(&program, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  cudaError_t error = cudaGraphLaunch(program, stream);
  if (error == cudaSuccess) error = cudaGraphLaunch(program, stream);
  move<<<1, 1, 0, stream>>>(memory, shown);
  cudaStreamSynchronize(stream);
  std::printf("%d, ", *shown);
  print("freed by the launch", error);
  cudaFree(memory);

  cudaGraphExecDestroy(release);
  cudaGraphExecDestroy(program);
  cudaGraphDestroy(graph);
  cudaGraphDestroy(frees);
  cudaStreamDestroy(stream);
  cudaFreeHost(shown);
  std::uint64_t left = 1;
  cudaDeviceGraphMemTrim(0);
  cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &left);
  std::printf("nothing left: %llu\n", static_cast<unsigned long long>(left));
}
