// A stream and an event that are destroyed twice, memory that goes back to its pool twice, an array freed twice.
// exit: 0
// expect: simt: warning: cudaStreamDestroy() gets a stream that was destroyed before
// expect: @stream
// expect: @early
// expect: simt: warning: cudaEventDestroy() gets an event that was destroyed before
// expect: @event
// expect: simt: warning: cudaFreeAsync() gets memory that was freed before
// expect: @pool
// expect: simt: warning: cudaFreeArray() gets an array that was freed before
// expect: @array
#include <cuda_runtime.h>

int main() {
  cudaStream_t stream;
  cudaEvent_t event;
  cudaArray_t array;
  void* data;
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaStreamCreate(&stream);
  cudaEventCreate(&event);
  cudaMallocArray(&array, &desc, 16);
  cudaMallocAsync(&data, 64, nullptr);
  cudaFreeAsync(data, nullptr);
  cudaStreamDestroy(stream);  // @early
  cudaStreamDestroy(stream);  // @stream
  cudaEventDestroy(event);
  cudaEventDestroy(event);       // @event
  cudaFreeAsync(data, nullptr);  // @pool
  cudaFreeArray(array);
  cudaFreeArray(array);  // @array
}
