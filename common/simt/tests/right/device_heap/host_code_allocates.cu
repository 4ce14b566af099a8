// A .cu file's host code has its own malloc(), new and containers, next to kernels that use theirs.
// prints: 3 words, 496, abcabc, 4.5
#include <cuda_runtime.h>

#include <cstdio>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <vector>

__global__ void add(const int* in, int n, int* out) {
  int* const sum = new int(0);
  for (int i = 0; i < n; ++i) *sum += in[i];
  *out = *sum;
  delete sum;
}

int main() {
  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i) values[i] = i;
  std::map<std::string, int> words = {{"one", 1}, {"two", 2}, {"three", 3}};
  auto text = std::make_unique<std::string>("abc");
  *text += *text;
  double* const raw = new (std::nothrow) double[2];
  raw[0] = 4.5;
  void* const block = std::malloc(100);
  std::free(block);

  int *in, *out, result;
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, values.data(), 32 * sizeof(int), cudaMemcpyHostToDevice);
  add<<<1, 1>>>(in, 32, out);
  cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%zu words, %d, %s, %g\n", words.size(), result, text->c_str(), raw[0]);
  delete[] raw;
  cudaFree(in);
  cudaFree(out);
}
