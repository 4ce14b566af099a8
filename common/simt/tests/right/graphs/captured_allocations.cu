// What cudaMallocAsync and cudaFreeAsync do in a stream that is captured, the graph does in each of its launches; a
// second stream that took part is gone before the capture ends.
// supports: graphs: `cudaMallocAsync` and `cudaFreeAsync` of a captured stream
// prints: 3 of memory
// prints: even 2450, odd 2500
// prints: even 2450, odd 2500
#include <cuda_runtime.h>

#include <cstdio>

const int kCount = 100;

__global__ void split(int* even, int* odd) {
  const int i = threadIdx.x;
  (i % 2 == 0 ? even : odd)[i / 2] = i;
}
__global__ void add_up(const int* numbers, int* sum) {
  int all = 0;
  for (int i = 0; i < kCount / 2; ++i) all += numbers[i];
  *sum = all;
}

int main() {
  int* sums;
  cudaMallocManaged(&sums, 2 * sizeof(int));
  cudaStream_t stream, other;
  cudaEvent_t is_split, is_summed;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaEventCreate(&is_split);
  cudaEventCreate(&is_summed);

  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  int *even, *odd;
  cudaMallocAsync(&even, kCount / 2 * sizeof(int), stream);
  cudaMallocAsync(&odd, kCount / 2 * sizeof(int), stream);
  split<<<1, kCount, 0, stream>>>(even, odd);
  cudaEventRecord(is_split, stream);
  cudaStreamWaitEvent(other, is_split, 0);
  add_up<<<1, 1, 0, stream>>>(even, &sums[0]);
  add_up<<<1, 1, 0, other>>>(odd, &sums[1]);
  cudaFreeAsync(odd, other);
  cudaEventRecord(is_summed, other);
  cudaStreamWaitEvent(stream, is_summed, 0);
  cudaStreamDestroy(other);
  cudaGraph_t graph;
  cudaStreamEndCapture(stream, &graph);

  cudaGraphNode_t nodes[16];
  size_t count = 16, of_memory = 0;
  cudaGraphGetNodes(graph, nodes, &count);
  for (size_t i = 0; i < count; ++i) {
    cudaGraphNodeType type;
    cudaGraphNodeGetType(nodes[i], &type);
    of_memory += type == cudaGraphNodeTypeMemAlloc || type == cudaGraphNodeTypeMemFree;
  }
  std::printf("%zu of memory\n", of_memory);

  // Who launches the graph has the even numbers behind it, and frees them.
  cudaGraphExec_t program;
  if (cudaGraphInstantiate(&program, graph, 0) != cudaSuccess) return 1;
  cudaGraphDestroy(graph);
  for (int i = 0; i < 2; ++i) {
    sums[0] = sums[1] = 0;
    cudaGraphLaunch(program, stream);
    add_up<<<1, 1, 0, stream>>>(even, &sums[0]);
    cudaFreeAsync(even, stream);
    cudaStreamSynchronize(stream);
    std::printf("even %d, odd %d\n", sums[0], sums[1]);
  }
  cudaGraphExecDestroy(program);
  cudaEventDestroy(is_split);
  cudaEventDestroy(is_summed);
  cudaStreamDestroy(stream);
  cudaFree(sums);
}
