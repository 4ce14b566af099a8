// A loop in a graph, captured from a stream: Newton's steps go on for as long as a kernel finds that they change anything,
// and the kernel behind the loop sees its result.
// supports: graphs: conditions: while; `cudaStreamBeginCaptureToGraph`, `cudaStreamUpdateCaptureDependencies`
// prints: root of 2: 1.414214, as a number of steps: yes
// prints: root of 144: 12.000000, as a number of steps: yes
// prints: root of 1e+06: 1000.000000, as a number of steps: yes
#include <cuda_runtime.h>

#include <cstdio>

struct Search {
  double square, root, result;
  int steps;
};

__global__ void start(Search* search, cudaGraphConditionalHandle go_on) {
  search->root = search->square;
  search->steps = 0;
  cudaGraphSetConditional(go_on, 1);
}
__global__ void step(Search* search, cudaGraphConditionalHandle go_on) {
  const double better = (search->root + search->square / search->root) / 2;
  if (fabs(better - search->root) < 1e-9) cudaGraphSetConditional(go_on, 0);
  search->root = better;
  ++search->steps;
}
__global__ void finish(Search* search) { search->result = search->root; }

int main() {
  Search *search, host = {};
  cudaMalloc(&search, sizeof(Search));
  cudaStream_t stream;
  cudaStreamCreate(&stream);

  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaStreamCaptureStatus status;
  cudaGraph_t graph;
  const cudaGraphNode_t* behind;
  size_t count;
  cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &behind, nullptr, &count);
  cudaGraphConditionalHandle go_on;
  cudaGraphConditionalHandleCreate(&go_on, graph);
  start<<<1, 1, 0, stream>>>(search, go_on);
  cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &behind, nullptr, &count);
  cudaGraphNodeParams loop = {};
  loop.type = cudaGraphNodeTypeConditional;
  loop.conditional.handle = go_on;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;
  cudaGraphNode_t node;
  cudaGraphAddNode(&node, graph, behind, nullptr, count, &loop);
  const cudaGraph_t body = loop.conditional.phGraph_out[0];
  cudaStreamUpdateCaptureDependencies(stream, &node, nullptr, 1, cudaStreamSetCaptureDependencies);
  finish<<<1, 1, 0, stream>>>(search);
  cudaStreamEndCapture(stream, &graph);

  cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal);
  step<<<1, 1, 0, stream>>>(search, go_on);
  cudaStreamEndCapture(stream, nullptr);

  cudaGraphExec_t program;
  if (cudaGraphInstantiate(&program, graph, 0) != cudaSuccess) return 1;
  for (const double square : {2.0, 144.0, 1e6}) {
    host.square = square;
    cudaMemcpyAsync(search, &host, sizeof host, cudaMemcpyHostToDevice, stream);
    cudaGraphLaunch(program, stream);
    cudaMemcpyAsync(&host, search, sizeof host, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    std::printf("root of %g: %f, as a number of steps: %s\n", square, host.result,
                host.steps > 3 && host.steps < 40 ? "yes" : "no");
  }
  cudaGraphExecDestroy(program);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(search);
}
