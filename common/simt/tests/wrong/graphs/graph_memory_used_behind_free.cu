// A kernel of a graph comes behind the node that frees what it reads.
// expect: simt: read of 4 bytes of global memory out of bounds, inside the 128 bytes that were allocated at
// expect: @allocation
// expect: and freed at
// expect: @free
// expect: @access
// expect: a graph's memory is there from the node that allocates it to the one that frees it
#include <cuda_runtime.h>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }
__global__ void copy(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // @access
}

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *data, *out;
  cudaMalloc(&out, 128);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&data, 128, stream);  // @allocation
  fill<<<1, 32, 0, stream>>>(data);
  cudaFreeAsync(data, stream);  // @free
  copy<<<1, 32, 0, stream>>>(data, out);
  cudaGraph_t graph;
  cudaStreamEndCapture(stream, &graph);
  cudaGraphExec_t program;
  cudaGraphInstantiate(&program, graph, 0);
  cudaGraphLaunch(program, stream);
  return cudaStreamSynchronize(stream) == cudaErrorIllegalAddress ? 0 : 5;
}
