// Threads copy single bytes: four of them share a word, and each may use its own as soon as it has waited.
// prints: async copies
#include <cuda_runtime.h>
#include <cuda/pipeline>

#include <cstdio>

__global__ void shift_letters(const char* in, char* out, int rounds) {
  __shared__ char letters[2][64];
  auto pipeline = cuda::make_pipeline();
  const unsigned t = threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    char* const mine = &letters[round % 2][t];
    cuda::memcpy_async(mine, &in[t], 1, pipeline);
    pipeline.producer_commit();
    pipeline.consumer_wait();
    if (*mine != 0) *mine = static_cast<char>(*mine - round);
    out[t] = *mine;
    pipeline.consumer_release();
  }
}

int main() {
  char text[64] = "dv|qf#frslhv";
  char *in, *out;
  cudaMalloc(&in, sizeof text);
  cudaMalloc(&out, sizeof text);
  cudaMemcpy(in, text, sizeof text, cudaMemcpyHostToDevice);
  shift_letters<<<1, 64>>>(in, out, 4);
  cudaMemcpy(text, out, sizeof text, cudaMemcpyDeviceToHost);
  std::printf("%s\n", text);
  cudaFree(in);
  cudaFree(out);
}
