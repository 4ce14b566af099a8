// A graph with a condition is over, whatever its condition says: what comes later is compared as ever.
// expect: simt: race between streams: two operations use byte 0 of the 4096 bytes that were allocated at
// expect: @write by kernel fill, launched at
// expect: @producer
// expect: @read by kernel copy, launched at
// expect: @consumer
#include <cuda_runtime.h>

__global__ void fill(int* data, int value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;  // @write
}
__global__ void copy(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];  // @read
}

void run_a_graph_whose_condition_is_zero(cudaStream_t stream) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph, 0, cudaGraphCondAssignDefault);
  cudaGraphNodeParams node = {};
  node.type = cudaGraphNodeTypeConditional;
  node.conditional.handle = handle;
  node.conditional.type = cudaGraphCondTypeIf;
  node.conditional.size = 1;
  cudaGraphNode_t condition;
  cudaGraphAddNode(&condition, graph, nullptr, nullptr, 0, &node);
  cudaGraphExec_t program;
  cudaGraphInstantiate(&program, graph, 0);
  cudaGraphLaunch(program, stream);
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(program);
  cudaGraphDestroy(graph);
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(in, 0, 4096);
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  run_a_graph_whose_condition_is_zero(one);
  fill<<<4, 256, 0, one>>>(in, 1);    // @producer
  copy<<<4, 256, 0, two>>>(in, out);  // @consumer
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
