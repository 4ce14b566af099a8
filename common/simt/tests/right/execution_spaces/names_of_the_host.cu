// Local variables, parameters and members of device code that have names of the host's.
// prints: 6 40 7 3
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <vector>

int total = 100;  // each of these is the host's
int limit(int x) { return std::min(x, 10); }
int width(const std::vector<int>& row) { return static_cast<int>(row.size()); }

struct Tile {
  int columns;
  __device__ int width() const { return columns; }
};

__device__ int clipped(int x, int limit) { return x < limit ? x : limit; }

// The kernel, and the function of the same name that launches it.
__global__ void add(int* out, int n) {
  int total = 0;
  for (int i = 0; i < n; ++i) total += i;
  const auto limit = [](int x) { return 4 * x; };
  const Tile tile{7};
  out[0] = total;
  out[1] = limit(10);
  out[2] = tile.width();
  out[3] = clipped(5, 3);
}

void add(int* out) { add<<<1, 1>>>(out, 4); }

int main() {
  int *out, got[4];
  cudaMalloc(&out, sizeof(got));
  add(out);
  cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", got[0], got[1], got[2], got[3]);
  cudaFree(out);
  return limit(total) == 10 && width({1, 2}) == 2 ? 0 : 1;
}
