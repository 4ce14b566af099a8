// A queue moves up by one element with a copy from a place to the next one: in which order the bytes go is open.
// exit: 0
// expect: simt: warning: cudaMemcpyAsync between places that overlap
// expect: @copy
// expect: advice  the bytes go in any order
#include <cuda_runtime.h>

int main() {
  int* queue;
  cudaMalloc(&queue, 100 * sizeof(int));
  cudaMemset(queue, 0, 100 * sizeof(int));
  cudaMemcpyAsync(queue, queue + 1, 99 * sizeof(int), cudaMemcpyDeviceToDevice);  // @copy
  cudaDeviceSynchronize();
  cudaFree(queue);
}
