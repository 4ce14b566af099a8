// Each device has a counter of its own on GPUs, and there is one here.
// expect: simt: byte 0 of the __device__ variable counter is written, and used by two devices
// expect: @count
// expect: advice  give each device memory of its own
#include <cuda_runtime.h>

__device__ int counter;
__global__ void count() {
  atomicAdd(&counter, 1);  // @count
}

int main() {
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    count<<<1, 32>>>();
    cudaDeviceSynchronize();
  }
}
