// Chapter 08 · two_halves
//
// Two halves of an array, each in a stream of its own: copied in, squared, copied out. One half's copies may
// overlap with the other half's kernel.
#include <cstdio>
#include <cstdlib>

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("CUDA says: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

__global__ void square(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= x[i];
}

int main() {
  const int half = 500, bytes = half * sizeof(float);
  float *host = nullptr, *device = nullptr;
  check(cudaMallocHost(&host, 2 * bytes));  // pinned
  check(cudaMalloc(&device, 2 * bytes));
  for (int i = 0; i < 2 * half; ++i) host[i] = i;
  for (int first : {0, half}) {
    float *from = host + first, *x = device + first;
    cudaStream_t stream = nullptr;
    check(cudaStreamCreate(&stream));
    check(cudaMemcpyAsync(x, from, bytes, cudaMemcpyHostToDevice, stream));
    square<<<(half + 255) / 256, 256, 0, stream>>>(x, half);
    check(cudaGetLastError());
    check(cudaMemcpyAsync(from, x, bytes, cudaMemcpyDeviceToHost, stream));
    check(cudaStreamDestroy(stream));  // takes no more work, but finishes what it has
  }
  check(cudaDeviceSynchronize());  // before that the host must not read the results
  int wrong = 0;
  for (int i = 0; i < 2 * half; ++i) wrong += host[i] != float(i) * i;
  std::printf("7 squared = %g, 507 squared = %g, and %d are wrong\n", host[7], host[507], wrong);
  check(cudaFree(device));
  check(cudaFreeHost(host));
  if (wrong > 0) return 1;
  std::printf("PASS\n");
}
