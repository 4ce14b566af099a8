// The kernels behind h200.csv: its counters were measured with Nsight Compute 2025.3 on an NVIDIA
// H200 (nvcc 13.0, -O2, sm_90), in the order of the launches below. The names are those of the
// profile.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void strideCopy(const float* a, float* b, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[(i * stride) % n];
}

__global__ void offsetAdd(const float* a, const float* b, float* c, int offset, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = i + offset;
  if (k < n) c[i] = a[k] + b[k];
}

__global__ void trNaive(const float* a, float* c, int m) {
  int col = blockDim.x * blockIdx.x + threadIdx.x;
  int row = blockDim.y * blockIdx.y + threadIdx.y;
  if (row < m && col < m) c[col * m + row] = a[row * m + col];
}

template <int PAD>
__global__ void trSmem(const float* a, float* c, int m) {
  __shared__ float tile[32][32 + PAD];
  int col = blockDim.x * blockIdx.x, row = blockDim.y * blockIdx.y;
  tile[threadIdx.x][threadIdx.y] = a[(row + threadIdx.y) * m + col + threadIdx.x];
  __syncthreads();
  c[(col + threadIdx.y) * m + row + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}

__global__ void redNeigh(int* data, int* out) {
  unsigned tid = threadIdx.x;
  int* d = data + blockIdx.x * blockDim.x;
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) d[tid] += d[tid + s];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = d[0];
}

int main() {
  const int n = 1 << 20;
  float *a, *b, *c;
  cudaMalloc(&a, n * 4 + 4096);
  cudaMalloc(&b, n * 4 + 4096);
  cudaMalloc(&c, n * 8 + 4096);
  cudaMemset(a, 0, n * 4);
  cudaMemset(b, 0, n * 4);
  for (int s : {1, 2, 4, 8, 32}) strideCopy<<<n / 256, 256>>>(a, c, n, s);
  for (int o : {0, 1, 11, 128}) offsetAdd<<<n / 256, 256>>>(a, b, c, o, n);
  const dim3 grid(32, 32), block(32, 32);
  trNaive<<<grid, block>>>(a, c, 1024);
  trSmem<0><<<grid, block>>>(a, c, 1024);
  trSmem<1><<<grid, block>>>(a, c, 1024);
  redNeigh<<<n / 512, 512>>>(reinterpret_cast<int*>(a), reinterpret_cast<int*>(c));
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  std::printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;
}
