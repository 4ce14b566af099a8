// Managed memory that moves for every reason, in streams and by host code at the same time: for
// SIMT_PAGES.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>

constexpr std::size_t kPage = 64 << 10;
constexpr int kBlock = 64;
constexpr cudaMemLocation kDevice = {cudaMemLocationTypeDevice, 0};
constexpr cudaMemLocation kHost = {cudaMemLocationTypeHost, 0};

__managed__ int launches;

__global__ void scale(const int* in, int* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
  if (i == 0) atomicAdd(&launches, 1);
}

void* managed(std::size_t bytes) {
  void* data = nullptr;
  cudaMallocManaged(&data, bytes);
  return data;
}

int main() {
  const int n = 3 * kPage / sizeof(int) + 1;
  const std::size_t bytes = n * sizeof(int);
  int* in = nullptr;
  cudaMallocManaged(&in, bytes);
  int* out[2] = {};
  for (int*& data : out) cudaMallocManaged(&data, bytes);
  char* small = static_cast<char*>(managed(1));
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);

  std::fill(in, in + n, 1);
  std::fill(out[0], out[0] + n, 0);
  cudaMemAdvise(in, bytes, cudaMemAdviseSetReadMostly, kDevice);
  cudaMemAdvise(out[1], bytes, cudaMemAdviseSetPreferredLocation, kHost);
  for (int round = 0; round < 2; ++round) {
    for (int s = 0; s < 2; ++s) {
      scale<<<(n + kBlock - 1) / kBlock, kBlock, 0, streams[s]>>>(in, out[s], n);
    }
    *small += 1;  // while the kernels run
    cudaMemPrefetchAsync(out[0], kPage, kHost, 0, streams[0]);
    cudaDeviceSynchronize();
    const bool right = out[0][n - 1] == 2 && out[1][n - 1] == 2;
    if (!right || launches != 2 * round + 2) return 1;
    cudaMemPrefetchAsync(out[0], bytes, kDevice, 0, streams[1]);
    cudaDeviceSynchronize();
  }
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  for (void* data : {static_cast<void*>(in), static_cast<void*>(out[0]), static_cast<void*>(out[1]),
                     static_cast<void*>(small)}) {
    cudaFree(data);
  }
  std::puts("PASS");
}
