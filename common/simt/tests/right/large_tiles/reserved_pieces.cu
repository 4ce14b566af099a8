// Tiles of 128 threads that write as much as they like, one piece behind the other: a scan that goes on from an atomic
// says where; another atomic has the sum and the largest piece.
// prints: 3271 numbers in pieces of 1 to 25
// prints: each once
// prints: sum 3271, largest 25
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

__global__ void write(int* end, int* sum, int* largest, int* out) {
  const auto tile = cg::tiled_partition<128>(cg::this_thread_block());
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int length = 1 + i % 25;
  cuda::atomic_ref<int, cuda::thread_scope_device> place(*end), all(*sum), most(*largest);
  const int first = cg::exclusive_scan_update(tile, place, length, cg::plus<int>());
  for (int k = 0; k < length; ++k) out[first + k] = i;
  cg::reduce_update_async(tile, all, length, cg::plus<int>());
  cg::reduce_update_async(tile, most, length, cg::greater<int>());
}

int main() {
  constexpr int kThreads = 256;
  int host[3], *numbers, *out;
  int total = 0;
  for (int i = 0; i < kThreads; ++i) total += 1 + i % 25;
  cudaMalloc(&numbers, sizeof host);
  cudaMalloc(&out, total * sizeof(int));
  cudaMemset(numbers, 0, sizeof host);
  write<<<1, kThreads>>>(numbers, numbers + 1, numbers + 2, out);
  std::vector<int> written(total), count(kThreads);
  cudaMemcpy(host, numbers, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(written.data(), out, total * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d numbers in pieces of 1 to 25\n", host[0]);
  for (const int i : written) ++count[i];
  bool is_right = host[0] == total;
  for (int i = 0; i < kThreads; ++i) is_right &= count[i] == 1 + i % 25;
  std::printf("%s\n", is_right ? "each once" : "wrong");
  std::printf("sum %d, largest %d\n", host[1], host[2]);
  cudaFree(numbers);
  cudaFree(out);
}
