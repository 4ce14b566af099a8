// One lane's element is the other device's, behind the end of what the program still has access to.
// expect: simt: a kernel of device 0 reads memory of device 1 without peer access
// expect: @read
#include <cuda_runtime.h>

__global__ void sum(const int* const* parts, int* out) {
  out[threadIdx.x] = *parts[threadIdx.x];  // @read
}

int main() {
  int* parts[2];
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    cudaMalloc(&parts[device], sizeof(int));
    cudaMemset(parts[device], 0, sizeof(int));
    cudaDeviceSynchronize();
  }
  cudaSetDevice(0);
  int** list;
  int* out;
  cudaMalloc(&list, sizeof parts);
  cudaMalloc(&out, 2 * sizeof(int));
  cudaMemcpy(list, parts, sizeof parts, cudaMemcpyHostToDevice);
  cudaDeviceEnablePeerAccess(1, 0);
  sum<<<1, 2>>>(list, out);
  cudaDeviceDisablePeerAccess(1);
  sum<<<1, 2>>>(list, out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 5;
}
