// Exercise · picture_tree: a picture as a tree of squares, divided where it is not smooth.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <utility>

#include "tutorial/check.cuh"

constexpr int kBlock = 128;
constexpr int kSmallest = 4;  // a square of kSmallest × kSmallest pixels is not divided

// A square of the picture. Its children are four nodes in a row: upper left, upper right, lower left, and
// lower right.
struct Node {
  int darkest, brightest;  // of its pixels
  int children;            // index of the first one; 0: it has none
};

// What build_tree returns.
struct Summary {
  int nodes;    // in the tree
  int refused;  // launches by kernels that CUDA has refused
  int whole;    // nodes that should have been divided, but there was no room for their children
};

// TODO (about 70 lines): the program
// A square, and the node that is it.
struct Square {
  int node, x, y, side;
};

struct Tree {
  Node* nodes;
  int capacity;
  const unsigned char* picture;
  int size, tolerance;
  Summary* summary;
  Square* waiting;  // divided ones whose children no grid looks at yet: room for all
  int* count;       // of them
};

__device__ Square child_of(Square square, int first, int k) {
  const int half = square.side / 2;
  return {first + k, square.x + k % 2 * half, square.y + k / 2 * half, half};
}

__global__ void look_at_children(Tree tree, Square square);

// A block looks at a square. If it has to be divided, a grid of four blocks looks at its children.
__device__ void look_at(Tree tree, Square square) {
  __shared__ int darkest, brightest;
  if (threadIdx.x == 0) {
    darkest = 255;
    brightest = 0;
  }
  __syncthreads();
  int low = 255, high = 0;
  for (int i = threadIdx.x; i < square.side * square.side; i += kBlock) {
    const int x = square.x + i % square.side, y = square.y + i / square.side;
    const int pixel = tree.picture[y * tree.size + x];
    low = min(low, pixel);
    high = max(high, pixel);
  }
  atomicMin(&darkest, low);
  atomicMax(&brightest, high);
  __syncthreads();
  if (threadIdx.x > 0) return;
  int first = 0;
  if (brightest - darkest > tree.tolerance && square.side > kSmallest) {
    first = atomicAdd(&tree.summary->nodes, 4);
    if (first + 4 > tree.capacity) {
      atomicSub(&tree.summary->nodes, 4);
      atomicAdd(&tree.summary->whole, 1);
      first = 0;
    }
  }
  tree.nodes[square.node] = {darkest, brightest, first};
  if (first == 0) return;
  look_at_children<<<4, kBlock, 0, cudaStreamFireAndForget>>>(tree, square);
  if (cudaGetLastError() != cudaSuccess) {
    atomicAdd(&tree.summary->refused, 1);
    tree.waiting[atomicAdd(tree.count, 1)] = square;
  }
}

// Block k looks at child k of the square.
__global__ void look_at_children(Tree tree, Square square) {
  look_at(tree, child_of(square, tree.nodes[square.node].children, blockIdx.x));
}

// Four blocks for each of the squares that had to wait.
__global__ void look_at_waiting(Tree tree, const Square* squares) {
  const Square square = squares[blockIdx.x / 4];
  look_at(tree, child_of(square, tree.nodes[square.node].children, blockIdx.x % 4));
}

__global__ void look_at_all(Tree tree) { look_at(tree, {0, 0, 0, tree.size}); }

// Makes the tree of a picture of size × size pixels, size = kSmallest · 2^k. nodes[0] is the whole picture. A
// node is divided if its brightest pixel is more than `tolerance` above its darkest, it is larger than
// kSmallest, and nodes[0 … capacity) has room for four more. picture and nodes are on the device.
Summary build_tree(Node* nodes, int capacity, const unsigned char* picture, int size,
                   int tolerance) {
  Tree tree = {nodes, capacity, picture, size, tolerance, nullptr, nullptr, nullptr};
  Summary summary = {1, 0, 0};
  Square* squares = nullptr;  // those that a grid takes, while others are added to tree.waiting
  const int most = capacity / 4 + 1;
  CHECK(cudaMalloc(&tree.summary, sizeof(Summary)));
  CHECK(cudaMalloc(&tree.count, sizeof(int)));
  CHECK(cudaMalloc(&tree.waiting, most * sizeof(Square)));
  CHECK(cudaMalloc(&squares, most * sizeof(Square)));
  CHECK(cudaMemcpy(tree.summary, &summary, sizeof summary, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(tree.count, 0, sizeof(int)));
  look_at_all<<<1, kBlock>>>(tree);
  CHECK_LAST();
  for (;;) {
    int count = 0;
    CHECK(cudaMemcpy(&count, tree.count, sizeof count, cudaMemcpyDeviceToHost));
    if (count == 0) break;
    CHECK(cudaMemset(tree.count, 0, sizeof(int)));
    std::swap(tree.waiting, squares);
    look_at_waiting<<<4 * count, kBlock>>>(tree, squares);
    CHECK_LAST();
  }
  CHECK(cudaMemcpy(&summary, tree.summary, sizeof summary, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(tree.summary));
  CHECK(cudaFree(tree.count));
  CHECK(cudaFree(tree.waiting));
  CHECK(cudaFree(squares));
  return summary;
}
// END
