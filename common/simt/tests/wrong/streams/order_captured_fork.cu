// A capture that forks too early: both branches use the same memory.
// expect: simt: race between nodes of a graph: two operations use byte 0
// expect: @write by kernel fill, launched at
// expect: @producer, in the graph of cudaGraphLaunch at
// expect: @read by kernel copy, launched at
// expect: @consumer, in the graph of cudaGraphLaunch at
// expect: in a capture, by an event
#include <cuda_runtime.h>

__global__ void fill(int* data, int value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;  // @write
}
__global__ void copy(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];  // @read
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(in, 0, 4096);
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaEvent_t fork, join;
  cudaEventCreateWithFlags(&fork, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&join, cudaEventDisableTiming);
  cudaGraph_t graph;
  cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, one);
  cudaStreamWaitEvent(two, fork);
  fill<<<4, 256, 0, one>>>(in, 1);    // @producer
  copy<<<4, 256, 0, two>>>(in, out);  // @consumer
  cudaEventRecord(join, two);
  cudaStreamWaitEvent(one, join);
  cudaStreamEndCapture(one, &graph);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, one);
  return cudaStreamSynchronize(one) == cudaErrorLaunchFailure ? 0 : 5;
}
