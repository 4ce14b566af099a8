// Two stages of a graph each have memory of their own, from a node that allocates it to one that frees it. It is at the
// same place in all launches.
// supports: graphs: nodes that allocate and free memory
// prints: sums 10 26 42 58
// prints: sums 20 52 84 116
// prints: same place 1, of 1024 bytes
#include <cuda_runtime.h>

#include <cstdio>

const int kCount = 16, kGroup = 4;

__global__ void scale(const int* in, int* out, int factor) {
  out[threadIdx.x] = factor * in[threadIdx.x];
}
__global__ void sum_groups(const int* in, int* out) {
  int sum = 0;
  for (int i = 0; i < kGroup; ++i) sum += in[threadIdx.x * kGroup + i];
  out[threadIdx.x] = sum;
}

cudaGraphNode_t add_kernel(cudaGraph_t graph, cudaGraphNode_t behind, void* kernel, int threads,
                           void** arguments) {
  cudaKernelNodeParams launch = {};
  launch.func = kernel;
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(threads);
  launch.kernelParams = arguments;
  cudaGraphNode_t node;
  cudaGraphAddKernelNode(&node, graph, &behind, 1, &launch);
  return node;
}

int main() {
  int host[kCount], sums[kCount / kGroup];
  for (int i = 0; i < kCount; ++i) host[i] = i + 1;
  int* numbers;
  cudaMalloc(&numbers, sizeof host);
  cudaMemcpy(numbers, host, sizeof host, cudaMemcpyHostToDevice);

  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams memory = {};
  memory.poolProps.allocType = cudaMemAllocationTypePinned;
  memory.poolProps.location.type = cudaMemLocationTypeDevice;
  memory.bytesize = 1024;
  cudaGraphNode_t scaled_there, sums_there, back, node;
  cudaGraphAddMemAllocNode(&scaled_there, graph, nullptr, 0, &memory);
  int* scaled = static_cast<int*>(memory.dptr);
  int factor = 1;
  void* of_scale[] = {&numbers, &scaled, &factor};
  const cudaGraphNode_t is_scaled = add_kernel(graph, scaled_there, (void*)scale, kCount, of_scale);
  cudaGraphAddMemAllocNode(&sums_there, graph, &is_scaled, 1, &memory);
  int* device_sums = static_cast<int*>(memory.dptr);
  void* of_sums[] = {&scaled, &device_sums};
  const cudaGraphNode_t is_summed =
      add_kernel(graph, sums_there, (void*)sum_groups, kCount / kGroup, of_sums);
  cudaGraphAddMemFreeNode(&node, graph, &is_summed, 1, scaled);
  cudaGraphAddMemcpyNode1D(&back, graph, &is_summed, 1, sums, device_sums, sizeof sums,
                           cudaMemcpyDeviceToHost);
  cudaGraphAddMemFreeNode(&node, graph, &back, 1, device_sums);

  cudaGraphExec_t program;
  if (cudaGraphInstantiate(&program, graph, 0) != cudaSuccess) return 1;
  for (factor = 1; factor <= 2; ++factor) {
    cudaKernelNodeParams launch = {};
    launch.func = (void*)scale;
    launch.gridDim = dim3(1);
    launch.blockDim = dim3(kCount);
    launch.kernelParams = of_scale;
    cudaGraphExecKernelNodeSetParams(program, is_scaled, &launch);
    cudaGraphLaunch(program, nullptr);
    cudaStreamSynchronize(nullptr);
    std::printf("sums %d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
  }
  cudaMemAllocNodeParams told = {};
  cudaGraphMemAllocNodeGetParams(scaled_there, &told);
  void* freed = nullptr;
  cudaGraphMemFreeNodeGetParams(node, &freed);
  std::printf("same place %d, of %zu bytes\n", told.dptr == scaled && freed == device_sums,
              told.bytesize);
  cudaGraphExecDestroy(program);
  cudaGraphDestroy(graph);
  cudaFree(numbers);
}
