// Nothing orders the node that frees the memory and the kernel that reads it.
// expect: simt: race between nodes of a graph: an operation uses memory that another one allocates or frees, the 128 bytes that were allocated at
// expect: @allocation, and nothing orders them
// expect: use     kernel copy
// expect: free
// expect: @free
// expect: add a dependency
#include <cuda_runtime.h>

__global__ void copy(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }

int main() {
  int* out;
  cudaMalloc(&out, 128);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams memory = {};
  memory.poolProps.allocType = cudaMemAllocationTypePinned;
  memory.poolProps.location.type = cudaMemLocationTypeDevice;
  memory.bytesize = 128;
  cudaGraphNode_t allocated, filled, copied, freed;
  cudaGraphAddMemAllocNode(&allocated, graph, nullptr, 0, &memory);  // @allocation
  cudaMemsetParams fill = {};
  fill.dst = memory.dptr;
  fill.elementSize = 4;
  fill.width = 32;
  fill.height = 1;
  cudaGraphAddMemsetNode(&filled, graph, &allocated, 1, &fill);
  void* arguments[] = {&memory.dptr, &out};
  cudaKernelNodeParams launch = {};
  launch.func = (void*)copy;
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(32);
  launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&copied, graph, &filled, 1, &launch);
  cudaGraphAddMemFreeNode(&freed, graph, &filled, 1, memory.dptr);  // @free
  cudaGraphExec_t program;
  cudaGraphInstantiate(&program, graph, 0);
  cudaGraphLaunch(program, nullptr);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
