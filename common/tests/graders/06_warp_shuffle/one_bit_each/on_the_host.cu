// Right, but the host has looked at the numbers.
// rejected by: model
// expect: written by a copy or a memset of the host
#include <cuda_runtime.h>

#include <vector>

void launch_vote(unsigned* bits, const float* in, float limit, int n) {
  std::vector<float> numbers(n);
  cudaMemcpy(numbers.data(), in, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::vector<unsigned> words((n + 31) / 32);
  for (int i = 0; i < n; ++i) words[i / 32] |= unsigned{numbers[i] > limit} << i % 32;
  cudaMemcpy(bits, words.data(), words.size() * sizeof(unsigned), cudaMemcpyHostToDevice);
}
