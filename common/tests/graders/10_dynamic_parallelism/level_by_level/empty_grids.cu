// One block finds all nodes by itself, and grids that do nothing are launched beside.
// rejected by: model
// expect: 2 grids have found nodes, and there are 21 distances
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

// TODO (about 15 lines): the search, without the host
__global__ void nothing() {}

// One block.
__global__ void advance(Graph graph, Search search) {
  for (int begin = 0, end = 1, next = 1; begin < end; ++next) {
    for (int k = begin + threadIdx.x; k < end; k += kBlock) {
      const int node = search.found[k];
      for (int i = graph.begin[node]; i < graph.begin[node + 1]; ++i) {
        const int neighbor = graph.neighbors[i];
        if (atomicCAS(&search.distance[neighbor], -1, next) == -1) {
          search.found[atomicAdd(search.count, 1)] = neighbor;
        }
      }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      nothing<<<(end - begin + kBlock - 1) / kBlock, kBlock, 0, cudaStreamFireAndForget>>>();
    }
    begin = end;
    end = atomicAdd(search.count, 0);
    __syncthreads();
  }
}

__global__ void begin_search(Graph graph, Search search, int start) {
  search.distance[start] = 0;
  search.found[0] = start;
  *search.count = 1;
  advance<<<1, kBlock, 0, cudaStreamTailLaunch>>>(graph, search);
}

// In the end search.distance[v] is the number of steps from `start` to node v, or -1 if there is no way.
// The host launches one kernel, and waits for nothing. distance is -1 everywhere, and *count is 0.
void launch_search(Graph graph, Search search, int start) {
  begin_search<<<1, 1>>>(graph, search, start);
  CHECK_LAST();
}
// END
