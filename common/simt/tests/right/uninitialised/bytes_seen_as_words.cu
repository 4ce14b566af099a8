// A tile of bytes, the last words of which are not full, read in words; and numbers built of their bytes.
// prints: 10 513 2
#include <cuda_runtime.h>

#include <cstdio>

// Rows of 10 bytes, read by uchar4: the last two of a row's 12 bytes are no pixels.
__global__ void sum_row(const unsigned char* image, int width, int* out) {
  __shared__ alignas(4) unsigned char row[32];
  for (int x = threadIdx.x; x < width; x += blockDim.x) row[x] = image[x];
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int x = 0; x < width; x += 4) {
      const uchar4 four = *reinterpret_cast<const uchar4*>(row + x);
      sum += four.x + (x + 1 < width ? four.y : 0);
      sum += (x + 2 < width ? four.z : 0) + (x + 3 < width ? four.w : 0);
    }
    out[0] = sum;
  }
}

__global__ void join(int* out) {
  __shared__ unsigned short word;
  __shared__ struct {
    unsigned low : 4, high : 4;
    bool set;
  } flags;
  if (threadIdx.x < 2) reinterpret_cast<unsigned char*>(&word)[threadIdx.x] = threadIdx.x + 1;
  if (threadIdx.x == 2) flags.high = 2;
  __syncthreads();
  if (threadIdx.x == 0) {
    out[1] = word;
    out[2] = flags.high;
  }
}

int main() {
  unsigned char* image;
  int *out, host[3] = {};
  cudaMalloc(&image, 10);
  cudaMalloc(&out, sizeof host);
  cudaMemset(image, 1, 10);
  sum_row<<<1, 32>>>(image, 10, out);
  join<<<1, 32>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", host[0], host[1], host[2]);
  cudaFree(image);
  cudaFree(out);
}
