// A kernel looks at a number, and the graph goes one way or another: by a condition with two bodies, and by one with a
// body for each of three values; a value beyond them runs none.
// supports: graphs: conditions: if, else and switch, in one another, too
// prints: 12: even, small, rest 0
// prints: 7: odd, rest 1
// prints: 101: odd, large, rest 2
// prints: 9: odd, rest 0
// prints: 1000: even, large, rest 1
#include <cuda_runtime.h>

#include <cstdio>

struct Record {
  int number, is_even, is_odd, is_small, is_large, rest;
};

__global__ void look(Record* record, cudaGraphConditionalHandle even,
                     cudaGraphConditionalHandle rest) {
  record->is_even = record->is_odd = record->is_small = record->is_large = 0;
  record->rest = -1;
  cudaGraphSetConditional(even, record->number % 2 == 0);
  cudaGraphSetConditional(rest, record->number % 3);
}
__global__ void compare(Record* record, cudaGraphConditionalHandle size) {
  const int number = record->number;
  cudaGraphSetConditional(size, number < 20 && number % 2 == 0 ? 0 : number > 99 ? 1 : 5);
}
__global__ void set(int* flag, int value) { *flag = value; }

cudaGraphNode_t add_kernel(cudaGraph_t graph, const cudaGraphNode_t* behind, void* kernel,
                           void** arguments) {
  cudaGraphNodeParams node = {};
  node.type = cudaGraphNodeTypeKernel;
  node.kernel.func = kernel;
  node.kernel.gridDim = dim3(1);
  node.kernel.blockDim = dim3(1);
  node.kernel.kernelParams = arguments;
  cudaGraphNode_t made;
  cudaGraphAddNode(&made, graph, behind, nullptr, behind != nullptr ? 1 : 0, &node);
  return made;
}
cudaGraph_t* add_condition(cudaGraph_t graph, cudaGraphNode_t behind,
                           cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type,
                           unsigned bodies) {
  cudaGraphNodeParams node = {};
  node.type = cudaGraphNodeTypeConditional;
  node.conditional.handle = handle;
  node.conditional.type = type;
  node.conditional.size = bodies;
  cudaGraphNode_t made;
  cudaGraphAddNode(&made, graph, &behind, nullptr, 1, &node);
  return node.conditional.phGraph_out;
}
void add_set(cudaGraph_t graph, int* flag, int value) {
  void* arguments[] = {&flag, &value};
  add_kernel(graph, nullptr, (void*)set, arguments);
}

int main() {
  Record* record;
  cudaMallocManaged(&record, sizeof(Record));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle even, rest, size;
  cudaGraphConditionalHandleCreate(&even, graph);
  cudaGraphConditionalHandleCreate(&rest, graph);
  void* of_look[] = {&record, &even, &rest};
  const cudaGraphNode_t looked = add_kernel(graph, nullptr, (void*)look, of_look);

  cudaGraph_t* parity = add_condition(graph, looked, even, cudaGraphCondTypeIf, 2);
  add_set(parity[0], &record->is_even, 1);
  add_set(parity[1], &record->is_odd, 1);
  cudaGraph_t* rests = add_condition(graph, looked, rest, cudaGraphCondTypeSwitch, 3);
  for (int i = 0; i < 3; ++i) add_set(rests[i], &record->rest, i);

  // Another one in a body of its own condition, which always holds
  cudaGraphConditionalHandle always;
  cudaGraphConditionalHandleCreate(&always, graph, 1, cudaGraphCondAssignDefault);
  cudaGraph_t inner = *add_condition(graph, looked, always, cudaGraphCondTypeIf, 1);
  cudaGraphConditionalHandleCreate(&size, inner);
  void* of_compare[] = {&record, &size};
  const cudaGraphNode_t compared = add_kernel(inner, nullptr, (void*)compare, of_compare);
  cudaGraph_t* sizes = add_condition(inner, compared, size, cudaGraphCondTypeSwitch, 2);
  add_set(sizes[0], &record->is_small, 1);
  add_set(sizes[1], &record->is_large, 1);

  cudaGraphExec_t program;
  if (cudaGraphInstantiate(&program, graph, 0) != cudaSuccess) return 1;
  for (const int number : {12, 7, 101, 9, 1000}) {
    record->number = number;
    cudaGraphLaunch(program, nullptr);
    cudaDeviceSynchronize();
    std::printf("%d: %s%s%s%s, rest %d\n", number, record->is_even ? "even" : "",
                record->is_odd ? "odd" : "", record->is_small ? ", small" : "",
                record->is_large ? ", large" : "", record->rest);
  }
  cudaGraphExecDestroy(program);
  cudaGraphDestroy(graph);
  cudaFree(record);
}
