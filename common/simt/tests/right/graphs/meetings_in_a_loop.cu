// All threads of eight blocks meet at a counter in every round of a graph's loop, 800 times: each of them polls it with
// an atomic that changes nothing.
// environment: SIMT_WORKERS=2
// prints: 409600 after 800 rounds
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kRounds = 800;

__device__ int arrived = 0, rounds = 0;

__global__ void meet() {
  const int all = (rounds + 1) * static_cast<int>(gridDim.x * blockDim.x);
  atomicAdd(&arrived, 1);
  while (atomicCAS(&arrived, 0, 0) < all) {
  }
}
__global__ void end_round(cudaGraphConditionalHandle loop) {
  if (++rounds == kRounds) cudaGraphSetConditional(loop, 0);
}

int main() {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphNodeParams loop = {};
  loop.type = cudaGraphNodeTypeConditional;
  loop.conditional.handle = handle;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;
  cudaGraphNode_t node;
  cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &loop);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamBeginCaptureToGraph(stream, loop.conditional.phGraph_out[0], nullptr, nullptr, 0,
                                cudaStreamCaptureModeGlobal);
  meet<<<8, 64, 0, stream>>>();
  end_round<<<1, 1, 0, stream>>>(handle);
  cudaStreamEndCapture(stream, nullptr);
  cudaGraphExec_t program;
  if (cudaGraphInstantiate(&program, graph, 0) != cudaSuccess) return 1;
  cudaGraphLaunch(program, stream);
  cudaStreamSynchronize(stream);
  int threads, times;
  cudaMemcpyFromSymbol(&threads, arrived, sizeof threads);
  cudaMemcpyFromSymbol(&times, rounds, sizeof times);
  std::printf("%d after %d rounds\n", threads, times);
  cudaGraphExecDestroy(program);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}
