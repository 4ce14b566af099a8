// One block with barriers: no launches, and one multiprocessor.
// rejected by: model
// expect: FAILED  a star of 1009 nodes, from a tip: 0 launches by kernels, and 3 distances
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kBlock = 128;

// The neighbours of node v are neighbors[begin[v]] to neighbors[begin[v + 1] - 1].
struct Graph {
  int nodes;
  const int *begin, *neighbors;
};

// The nodes of one distance lie one behind the other in `found`, those of distance 0 first.
struct Search {
  int* distance;  // of each node from the start: -1 as long as it is not known
  int* found;     // nodes, in the order in which they were found; room for all
  int* count;     // of them
};

// A thread for each of the nodes found[first … last): finds those behind them, which are `next` steps away.
__global__ void expand(Graph graph, Search search, int first, int last, int next) {
  const int k = first + blockIdx.x * kBlock + threadIdx.x;
  if (k >= last) return;
  const int node = search.found[k];
  for (int i = graph.begin[node]; i < graph.begin[node + 1]; ++i) {
    const int neighbor = graph.neighbors[i];
    if (atomicCAS(&search.distance[neighbor], -1, next) == -1) {
      search.found[atomicAdd(search.count, 1)] = neighbor;
    }
  }
}

__global__ void all(Graph g, Search s, int start) {
  __shared__ int last;
  if (threadIdx.x == 0) {
    s.distance[start] = 0;
    s.found[0] = start;
    *s.count = 1;
  }
  __syncthreads();
  int first = 0;
  for (int d = 1;; ++d) {
    if (threadIdx.x == 0) last = *s.count;
    __syncthreads();
    const int l = last;
    if (first == l) return;
    __syncthreads();
    for (int k = first + threadIdx.x; k < l; k += blockDim.x) {
      int v = s.found[k];
      for (int i = g.begin[v]; i < g.begin[v + 1]; ++i) {
        int w = g.neighbors[i];
        if (atomicCAS(&s.distance[w], -1, d) == -1) s.found[atomicAdd(s.count, 1)] = w;
      }
    }
    first = l;
    __syncthreads();
  }
}
void launch_search(Graph g, Search s, int start) {
  all<<<1, 1024>>>(g, s, start);
  CHECK_LAST();
}
