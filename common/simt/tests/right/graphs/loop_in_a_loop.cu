// Rows of a triangle: one loop of the graph counts the rows, another one in its body the numbers of a row. What the
// kernels print comes in the order of the rounds, and what the host launches behind the graph comes behind it.
// supports: graphs: loops in loops
// prints: 1
// prints: 1 2
// prints: 1 2 3
// prints: 6 numbers
#include <cuda_runtime.h>

#include <cstdio>

__device__ int row = 0, column = 0, numbers = 0;

__global__ void begin_row(cudaGraphConditionalHandle columns) {
  ++row;
  column = 0;
  cudaGraphSetConditional(columns, 1);
}
__global__ void print_number(cudaGraphConditionalHandle columns) {
  ++numbers;
  ++column;
  printf(column == 1 ? "%d" : " %d", column);
  cudaGraphSetConditional(columns, column < row);
}
__global__ void end_row(cudaGraphConditionalHandle rows) {
  printf("\n");
  if (row == 3) cudaGraphSetConditional(rows, 0);
}
__global__ void print_sum() { printf("%d numbers\n", numbers); }

cudaGraph_t add_loop(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* behind,
                     cudaGraphConditionalHandle handle) {
  cudaGraphNodeParams loop = {};
  loop.type = cudaGraphNodeTypeConditional;
  loop.conditional.handle = handle;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;
  cudaGraphAddNode(node, graph, behind, nullptr, behind != nullptr, &loop);
  return loop.conditional.phGraph_out[0];
}
cudaGraphNode_t add_kernel(cudaGraph_t graph, const cudaGraphNode_t* behind, void* kernel,
                           cudaGraphConditionalHandle handle) {
  void* arguments[] = {&handle};
  cudaKernelNodeParams launch = {};
  launch.func = kernel;
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  cudaGraphNode_t node;
  cudaGraphAddKernelNode(&node, graph, behind, behind != nullptr, &launch);
  return node;
}

int main() {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle rows, columns;
  cudaGraphConditionalHandleCreate(&rows, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphConditionalHandleCreate(&columns, graph);
  cudaGraphNode_t outer, inner;
  const cudaGraph_t each_row = add_loop(&outer, graph, nullptr, rows);
  const cudaGraphNode_t begun = add_kernel(each_row, nullptr, (void*)begin_row, columns);
  const cudaGraph_t each_number = add_loop(&inner, each_row, &begun, columns);
  add_kernel(each_number, nullptr, (void*)print_number, columns);
  add_kernel(each_row, &inner, (void*)end_row, rows);
  cudaGraphExec_t program;
  if (cudaGraphInstantiate(&program, graph, 0) != cudaSuccess) return 1;
  cudaGraphLaunch(program, nullptr);
  print_sum<<<1, 1>>>();
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(program);
  cudaGraphDestroy(graph);
}
