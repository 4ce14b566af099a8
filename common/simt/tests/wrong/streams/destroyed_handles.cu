// Streams, events and graphs that were destroyed are not used again.
// expect: wait for stream cudaErrorInvalidResourceHandle
// expect: launch cudaErrorInvalidResourceHandle
// expect: copy cudaErrorInvalidResourceHandle
// expect: destroy stream cudaErrorInvalidResourceHandle
// expect: record cudaErrorInvalidResourceHandle
// expect: query cudaErrorInvalidResourceHandle
// expect: wait for event cudaErrorInvalidResourceHandle
// expect: instantiate cudaErrorInvalidValue
// expect: new ones cudaSuccess
// expect: allocate after a capture without end cudaSuccess
#include <cuda_runtime.h>

__global__ void nothing() {}

void say(const char* what, cudaError_t error) {
  std::fprintf(stderr, "%s %s\n", what, cudaGetErrorName(error));
}

int main() {
  cudaStream_t stream, other;
  cudaEvent_t event, second;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  int* data;
  cudaMalloc(&data, 4);
  cudaStreamCreate(&stream);
  cudaEventCreate(&event);
  cudaGraphCreate(&graph, 0);
  cudaStreamDestroy(stream);
  cudaEventDestroy(event);
  cudaGraphDestroy(graph);
  cudaStreamCreate(&other);  // must not be taken for the old ones
  cudaEventCreate(&second);
  say("wait for stream", cudaStreamSynchronize(stream));
  cudaGetLastError();
  nothing<<<1, 1, 0, stream>>>();
  say("launch", cudaGetLastError());
  say("copy", cudaMemsetAsync(data, 0, 4, stream));
  say("destroy stream", cudaStreamDestroy(stream));
  say("record", cudaEventRecord(event, other));
  say("query", cudaEventQuery(event));
  say("wait for event", cudaStreamWaitEvent(other, event));
  say("instantiate", cudaGraphInstantiate(&exec, graph, 0));
  cudaEventRecord(second, other);
  say("new ones", cudaEventSynchronize(second));
  cudaStreamBeginCapture(other, cudaStreamCaptureModeGlobal);
  cudaStreamDestroy(other);
  say("allocate after a capture without end", cudaMalloc(&data, 4));
  return 1;
}
