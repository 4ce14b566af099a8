// Copies of boxes as nodes of a graph: a row of numbers to the device, and the inner part of an image back. The row
// may be another one in the same executable graph; a box stays what it was.
// supports: graphs: `cudaGraphAddMemcpyNode` and its relatives
// prints: 6 7 10 11
// prints: 1 invalid argument
// prints: 16 17 20 21
// prints: 2 x 2, 1 slice
#include <cuda_runtime.h>

#include <cstdio>

const int kSide = 4;

cudaMemcpy3DParms part_of(int* image, int x, int y, int* to) {
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(image, kSide * sizeof(int), kSide * sizeof(int), kSide);
  copy.srcPos = make_cudaPos(x * sizeof(int), y, 0);
  copy.dstPtr = make_cudaPitchedPtr(to, 2 * sizeof(int), 2 * sizeof(int), 2);
  copy.extent = make_cudaExtent(2 * sizeof(int), 2, 1);
  copy.kind = cudaMemcpyDeviceToHost;
  return copy;
}

void print(const int* part) { std::printf("%d %d %d %d\n", part[0], part[1], part[2], part[3]); }

__global__ void add_one(int* image) { ++image[threadIdx.x]; }

int main() {
  int host[kSide * kSide], part[4], *image;
  for (int i = 0; i < kSide * kSide; ++i) host[i] = i;
  cudaMalloc(&image, sizeof host);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);

  cudaMemcpy3DParms whole = {};
  whole.srcPtr = make_cudaPitchedPtr(host, sizeof host, kSide * kSide, 1);
  whole.dstPtr = make_cudaPitchedPtr(image, sizeof host, kSide * kSide, 1);
  whole.extent = make_cudaExtent(sizeof host, 1, 1);
  whole.kind = cudaMemcpyHostToDevice;
  cudaGraphNode_t there, kernel, back;
  cudaGraphAddMemcpyNode(&there, graph, nullptr, 0, &whole);

  void* arguments[] = {&image};
  cudaKernelNodeParams launch = {};
  launch.func = (void*)add_one;
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(kSide * kSide);
  launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, graph, &there, 1, &launch);

  cudaMemcpy3DParms inner = part_of(image, 1, 1, part);
  cudaGraphAddMemcpyNode(&back, graph, &kernel, 1, &inner);
  cudaGraphExec_t program;
  if (cudaGraphInstantiate(&program, graph, 0) != cudaSuccess) return 1;
  cudaGraphLaunch(program, nullptr);
  cudaStreamSynchronize(nullptr);
  print(part);

  const cudaMemcpy3DParms corner = part_of(image, 0, 0, part);
  const cudaError_t error = cudaGraphExecMemcpyNodeSetParams(program, back, &corner);
  std::printf("%d %s\n", error, cudaGetErrorString(error));
  cudaGetLastError();
  int others[kSide * kSide];
  for (int i = 0; i < kSide * kSide; ++i) others[i] = i + 10;
  whole.srcPtr.ptr = others;
  if (cudaGraphExecMemcpyNodeSetParams(program, there, &whole) != cudaSuccess) return 1;
  cudaGraphLaunch(program, nullptr);
  cudaStreamSynchronize(nullptr);
  print(part);

  cudaMemcpy3DParms told = {};
  cudaGraphMemcpyNodeGetParams(back, &told);
  std::printf("%zu x %zu, %zu slice\n", told.extent.width / sizeof(int), told.extent.height,
              told.extent.depth);
  cudaGraphExecDestroy(program);
  cudaGraphDestroy(graph);
  cudaFree(image);
}
