// The same with a __managed__ variable, which the host changes too early.
// expect: simt: race between host and device: both use byte 0 of the __managed__ variable counter
// expect: @count by kernel increment
// expect: @reset by host code
#include <cuda_runtime.h>

__managed__ int counter;

__global__ void increment() {
  counter = counter + 1;  // @count
}

int main() {
  counter = 1;
  increment<<<1, 1>>>();
  counter = 5;  // @reset
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
