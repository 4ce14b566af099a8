// Exercise · level_by_level: how far is each node? The host cannot know how many steps it takes.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include "tutorial/check.cuh"

constexpr int kBlock = 128;

// The neighbours of node v are neighbors[begin[v]] to neighbors[begin[v + 1] - 1].
struct Graph {
  int nodes;
  const int *begin, *neighbors;
};

// The nodes of one distance are next to one another in `found`, those of distance 0 first.
struct Search {
  int* distance;  // of each node from the start: -1 as long as it is not known
  int* found;     // nodes, in the order in which they were found; room for all
  int* count;     // of them
};

// A thread for each of the nodes found[first … last): finds those one step farther, at distance `next`.
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
// One thread, which begins when found[first … *count) are all nodes that are next - 1 steps away.
__global__ void advance(Graph graph, Search search, int first, int next) {
  const int last = *search.count;
  if (first == last) return;
  expand<<<(last - first + kBlock - 1) / kBlock, kBlock>>>(graph, search, first, last, next);
  advance<<<1, 1, 0, cudaStreamTailLaunch>>>(graph, search, last, next + 1);
}

__global__ void begin_search(Graph graph, Search search, int start) {
  search.distance[start] = 0;
  search.found[0] = start;
  *search.count = 1;
  advance<<<1, 1, 0, cudaStreamTailLaunch>>>(graph, search, 0, 1);
}

// In the end search.distance[v] is the number of steps from `start` to node v, or -1 if there is no way.
// The host launches one kernel, and waits for nothing. distance is -1 everywhere, and *count is 0.
void launch_search(Graph graph, Search search, int start) {
  begin_search<<<1, 1>>>(graph, search, start);
  CHECK_LAST();
}
// END
