// The child launches into a stream that its parent has made.
// expect: simt: a launch of fill goes into a stream that this grid has not made
// expect: @launch
// expect: by      thread (0,0,0) of block (0,0,0)
// expect: a stream belongs to the grid that has made it
// expect: kernel  child
#include <cuda_runtime.h>

__global__ void fill(int* data) { data[0] = 1; }

__global__ void child(int* data, cudaStream_t stream) {
  fill<<<1, 1, 0, stream>>>(data);  // @launch
}

__global__ void parent(int* data) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  child<<<1, 1>>>(data, stream);
}

int main() {
  int* data;
  cudaMalloc(&data, 2 * sizeof(int));
  parent<<<1, 1>>>(data);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
