// A program of the years when a device belonged to a thread: it wishes for caches and banks, waits with
// cudaThreadSynchronize, and leaves with cudaThreadExit, which gives all memory back.
// supports: earlier versions of CUDA: `cudaThreadSynchronize` and its relatives, `cudaDeviceSetSharedMemConfig`, `cudaFuncSetSharedMemConfig`
// prints: 1 32640 no error
#include <cuda_runtime.h>

#include <stdio.h>

__global__ void reverse(const double* in, double* out) {
  __shared__ double tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

int main() {
  double host[256], *in, *out, sum = 0;
  for (int i = 0; i < 256; ++i) host[i] = i;
  cudaSetDeviceFlags(cudaDeviceMapHost | cudaDeviceScheduleSpin);
  cudaThreadSetCacheConfig(cudaFuncCachePreferShared);
  cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);
  cudaFuncSetSharedMemConfig(reverse, cudaSharedMemBankSizeEightByte);
  cudaFuncSetCacheConfig(reverse, cudaFuncCachePreferL1);
  cudaSharedMemConfig banks;
  cudaDeviceGetSharedMemConfig(&banks);

  cudaMalloc((void**)&in, sizeof host);
  cudaMalloc((void**)&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  reverse<<<1, 256>>>(in, out);
  cudaThreadSynchronize();
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 256; ++i) sum += host[i];
  printf("%d %g %s\n", banks == cudaSharedMemBankSizeFourByte, sum,
         cudaGetErrorString(cudaGetLastError()));
  cudaThreadExit();
  return 0;
}
