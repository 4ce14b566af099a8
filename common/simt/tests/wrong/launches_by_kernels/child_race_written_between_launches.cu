// One thread launches in a loop, and changes what the last child reads before the next launch.
// expect: simt: race between a kernel and a grid that it has launched: both use byte 0 of the 4 bytes
// expect: @write
// expect: @host
// expect: @read
// expect: @launch
#include <cuda_runtime.h>

__global__ void child(int* out, const int* value) { *out += *value; }  // @read

__global__ void parent(int* out, int* value) {
  for (int i = 0; i < 3; ++i) {
    *value = i;                   // @write
    child<<<1, 1>>>(out, value);  // @launch
  }
}

int main() {
  int *out, *value;
  cudaMalloc(&out, sizeof(int));
  cudaMalloc(&value, sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  parent<<<1, 1>>>(out, value);  // @host
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
