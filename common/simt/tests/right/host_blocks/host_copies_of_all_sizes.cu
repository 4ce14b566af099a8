// Copies from and to blocks of the host's heap, whole and in part, of many sizes and in another thread.
// prints: 0
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

constexpr int kMost = 1 << 18;

/// How many bytes come back wrong that have gone to the device and back.
int round_trip(char* on_device, int bytes, int first) {
  std::vector<char> there(first + bytes), back(first + bytes);
  for (int i = 0; i < bytes; ++i) there[first + i] = static_cast<char>(33 + i % 7);
  cudaMemcpy(on_device, there.data() + first, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(back.data() + first, on_device, bytes, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < bytes; ++i) wrong += back[first + i] == there[first + i] ? 0 : 1;
  return wrong;
}

int main() {
  char* on_device;
  cudaMalloc(&on_device, kMost);
  int wrong = 0;
  for (int bytes = 1; bytes < kMost; bytes = bytes * 3 + 5) {
    for (const int first : {0, 8, 16, 40, 4096}) wrong += round_trip(on_device, bytes, first);
  }
  // Numbers that look like what the heap keeps between its blocks.
  std::vector<long long> sizes(4000, 33);
  cudaMemcpy(on_device, sizes.data() + 2, 3998 * sizeof(long long), cudaMemcpyHostToDevice);
  long long* const part = static_cast<long long*>(std::malloc(1000 * sizeof(long long)));
  cudaMemcpy(part + 500, on_device, 500 * sizeof(long long), cudaMemcpyDeviceToHost);
  wrong += part[999] == 33 ? 0 : 1;
  std::free(part);

  std::vector<std::unique_ptr<int[]>> many;  // between them the freed ones
  for (int i = 0; i < 2000; ++i) many.push_back(std::make_unique<int[]>(1 + i % 90));
  for (int i = 0; i < 2000; i += 3) many[i].reset();
  for (int i = 1; i < 2000; i += 3) {
    cudaMemcpy(on_device, many[i].get(), (1 + i % 90) * sizeof(int), cudaMemcpyHostToDevice);
  }
  std::thread other([&] { wrong += round_trip(on_device, 5000, 24); });
  other.join();
  std::printf("%d\n", wrong);
  cudaFree(on_device);
}
