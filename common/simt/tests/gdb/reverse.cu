// Reverses each block's elements. What gdb sees of it: reverse.gdb, and what that prints: reverse.txt.

__global__ void reverse(int* data) {
  __shared__ int tile[64];
  const int i = (blockIdx.y * 2 + blockIdx.x) * 64 + threadIdx.y * 32 + threadIdx.x;
  tile[i % 64] = data[i];
  __syncthreads();
  const int from = 63 - i % 64;
  data[i] = tile[from];
}

int main() {
  int* data = nullptr;
  if (cudaMallocManaged(&data, 256 * sizeof(int)) != cudaSuccess) return 1;
  for (int i = 0; i < 256; ++i) data[i] = 1000 + i;
  reverse<<<dim3(2, 2), dim3(32, 2)>>>(data);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return cudaFree(data) == cudaSuccess ? 0 : 1;
}
