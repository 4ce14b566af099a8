// Structs with holes, which nobody writes, go through shared and global memory whole.
// prints: 70 1.5 33 6
#include <cuda_runtime.h>

#include <cstdio>

struct Entry {
  short key;
  double value;
  char tag;
};
struct __align__(16) Position {
  float3 place;
};
struct Edge {
  unsigned char from;
  unsigned short to;
};

template <class A, class B>
struct Pair {
  A first;
  B second;
};

template <class T>
__device__ void reverse(T* items, int n) {
  const int i = threadIdx.x, other = n - 1 - i;
  const T mine = items[other];
  __syncthreads();
  items[i] = mine;
  __syncthreads();
}

__global__ void shuffle(Entry* entries, float* out) {
  __shared__ Entry sorted[32];
  __shared__ Position positions[32];
  __shared__ Edge edges[32];
  __shared__ Pair<char, Pair<int, char>> pairs[32];
  const int i = threadIdx.x;
  sorted[i].key = i;
  sorted[i].value = 0.5 * i;
  sorted[i].tag = 70;
  positions[i].place = make_float3(1.5f, i, i);
  edges[i].from = i;
  edges[i].to = i + 2;
  pairs[i].first = 1;
  pairs[i].second.first = i;
  pairs[i].second.second = 6;
  __syncthreads();
  reverse(sorted, 32);
  reverse(positions, 32);
  reverse(edges, 32);
  reverse(pairs, 32);
  entries[i] = sorted[i];
  const Position position = positions[(i + 1) % 32];
  const Pair<char, Pair<int, char>> pair = pairs[0];
  if (i == 0) {
    out[0] = entries[0].tag;
    out[1] = position.place.x;
    out[2] = edges[0].to;
    out[3] = pair.second.second;
  }
}

int main() {
  Entry* entries;
  float *out, host[4] = {};
  cudaMalloc(&entries, 32 * sizeof(Entry));
  cudaMalloc(&out, sizeof host);
  shuffle<<<1, 32>>>(entries, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g %g\n", host[0], host[1], host[2], host[3]);
  cudaFree(entries);
  cudaFree(out);
}
