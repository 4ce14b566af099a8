// A program that hands out pieces of one block itself, and copies a piece and its neighbours at once.
// prints: 96
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <vector>

class Arena {
 public:
  explicit Arena(std::size_t bytes) : memory_(bytes) {}
  template <class T>
  T* take(int n) {
    T* const piece = reinterpret_cast<T*>(memory_.data() + used_);
    used_ += n * sizeof(T);
    return piece;
  }

 private:
  std::vector<unsigned char> memory_;
  std::size_t used_ = 0;
};

__global__ void add_ones(int* numbers) { numbers[threadIdx.x] += 1; }

int main() {
  Arena arena(4096);
  arena.take<int>(2);
  int* const first = arena.take<int>(32);
  int* const second = arena.take<int>(32);
  for (int i = 0; i < 32; ++i) first[i] = second[i] = i % 2;
  int* on_device;
  cudaMalloc(&on_device, 64 * sizeof(int));
  cudaMemcpy(on_device, first, 64 * sizeof(int), cudaMemcpyHostToDevice);
  add_ones<<<1, 64>>>(on_device);
  cudaMemcpy(first, on_device, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int i = 0; i < 32; ++i) sum += first[i] + second[i];
  std::printf("%d\n", sum);
  cudaFree(on_device);
}
