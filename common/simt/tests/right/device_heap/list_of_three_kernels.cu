// A linked list for each bucket: one kernel makes the nodes, one walks along them, one deletes them.
// prints: 240 240 256 256 nodes 64
#include <cuda_runtime.h>

#include <cstdio>

struct Node {
  __device__ Node(int v, Node* n) : value(v), next(n) {}
  int value;
  Node* next;
};

__device__ Node* heads[4];
__device__ int nodes;

__global__ void insert() {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  Node* const node = new Node(i, nullptr);
  // Nobody reads a node before the next launch.
  node->next =
      reinterpret_cast<Node*>(atomicExch(reinterpret_cast<unsigned long long*>(&heads[i % 4]),
                                         reinterpret_cast<unsigned long long>(node)));
}

__global__ void add(int* sums) {
  int sum = 0, count = 0;
  for (const Node* node = heads[threadIdx.x]; node != nullptr; node = node->next) {
    sum += node->value / 2;
    ++count;
  }
  sums[threadIdx.x] = sum;
  atomicAdd(&nodes, count);
}

__global__ void clear() {
  Node* node = heads[threadIdx.x];
  while (node != nullptr) {
    Node* const next = node->next;
    delete node;
    node = next;
  }
  heads[threadIdx.x] = nullptr;
}

int main() {
  int *sums, results[4], count;
  cudaMalloc(&sums, sizeof results);
  insert<<<2, 32>>>();
  add<<<1, 4>>>(sums);
  clear<<<1, 4>>>();
  cudaMemcpy(results, sums, sizeof results, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&count, nodes, sizeof count);
  for (const int sum : results) std::printf("%d ", sum);
  std::printf("nodes %d\n", count);
  cudaFree(sums);
}
