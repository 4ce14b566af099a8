// A graph made with the parameters of CUDA 11 and 12: edges without data, an instantiation that tells of a wrong node,
// an update with two results, a capture that asks where it is.
// supports: earlier versions of CUDA: their signatures of graph functions
// prints: 3 edges, 2 before the last, 1 behind the first
// prints: 18 36 updated
// prints: capturing, 1 node
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add(int* sum, int x) { *sum += x; }

cudaGraphNode_t add_node(cudaGraph_t graph, int* sum, int x) {
  void* arguments[] = {&sum, &x};
  cudaKernelNodeParams parameters = {};
  parameters.func = reinterpret_cast<void*>(add);
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  cudaGraphNode_t node;
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters);
  return node;
}

int main() {
  int *sum, result = 0;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  const cudaGraphNode_t nodes[3] = {add_node(graph, sum, 3), add_node(graph, sum, 5),
                                    add_node(graph, sum, 10)};
  const cudaGraphNode_t from[3] = {nodes[0], nodes[0], nodes[1]};
  const cudaGraphNode_t to[3] = {nodes[1], nodes[2], nodes[2]};
  cudaGraphAddDependencies(graph, from, to, 3);
  size_t edges = 0, before = 0, behind = 0;
  cudaGraphGetEdges(graph, nullptr, nullptr, &edges);
  cudaGraphNodeGetDependencies(nodes[2], nullptr, &before);
  std::printf("%zu edges, %zu before the last, ", edges, before);
  cudaGraphRemoveDependencies(graph, from + 1, to + 1, 1);
  cudaGraphNodeGetDependentNodes(nodes[0], nullptr, &behind);
  std::printf("%zu behind the first\n", behind);

  cudaGraphExec_t program;
  cudaGraphNode_t wrong = nullptr;
  char log[64] = "";
  if (cudaGraphInstantiate(&program, graph, &wrong, log, sizeof log) != cudaSuccess) return 1;
  cudaGraphLaunch(program, nullptr);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d ", result);
  cudaGraphExecUpdateResult updated;
  cudaGraphExecUpdate(program, graph, &wrong, &updated);
  cudaGraphLaunch(program, nullptr);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %s\n", result, updated == cudaGraphExecUpdateSuccess ? "updated" : "not updated");

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add<<<1, 1, 0, stream>>>(sum, 1);
  cudaStreamCaptureStatus status;
  unsigned long long id;
  cudaGraph_t captured;
  const cudaGraphNode_t* last;
  size_t count = 0;
  cudaStreamGetCaptureInfo_v2(stream, &status, &id, &captured, &last, &count);
  std::printf("%s, %zu node\n", status == cudaStreamCaptureStatusActive ? "capturing" : "idle",
              count);
  cudaStreamEndCapture(stream, &captured);
  cudaGraphDestroy(captured);
  cudaStreamDestroy(stream);
  cudaGraphExecDestroy(program);
  cudaGraphDestroy(graph);
  cudaFree(sum);
}
