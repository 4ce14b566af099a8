// The host copies from memory that the graph has freed.
// expect: simt: an operation uses global memory that is not there, inside the 4096 bytes that were allocated at
// expect: @allocation
// expect: and freed at
// expect: @free
// expect: use     cudaMemcpy at
// expect: @copy
#include <cuda_runtime.h>

int main() {
  int host[1024];
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams memory = {};
  memory.poolProps.allocType = cudaMemAllocationTypePinned;
  memory.poolProps.location.type = cudaMemLocationTypeDevice;
  memory.bytesize = sizeof host;
  cudaGraphNode_t allocated, filled, freed;
  cudaGraphAddMemAllocNode(&allocated, graph, nullptr, 0, &memory);  // @allocation
  cudaMemsetParams fill = {};
  fill.dst = memory.dptr;
  fill.elementSize = 4;
  fill.width = 1024;
  fill.height = 1;
  cudaGraphAddMemsetNode(&filled, graph, &allocated, 1, &fill);
  cudaGraphAddMemFreeNode(&freed, graph, &filled, 1, memory.dptr);  // @free
  cudaGraphExec_t program;
  cudaGraphInstantiate(&program, graph, 0);
  cudaGraphLaunch(program, nullptr);
  return cudaMemcpy(host, memory.dptr, sizeof host, cudaMemcpyDeviceToHost) ==  // @copy
                 cudaErrorIllegalAddress
             ? 0
             : 5;
}
