// The host makes the tree, and copies it to the device.
// rejected by: model
// expect: FAILED  4 x 4 pixels: nodes[0] was written by a copy or a memset of the host: that is what a kernel is to do
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

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
  int whole;    // nodes that should have been divided, and for whose children there was no room
};

// TODO (about 70 lines): the program
// Makes the tree of a picture of size × size pixels, size = kSmallest · 2^k. nodes[0] is the whole picture. A
// node is divided if its brightest pixel is more than `tolerance` above its darkest, it is larger than
// kSmallest, and nodes[0 … capacity) has room for four more. picture and nodes are on the device.
Summary build_tree(Node* nodes, int capacity, const unsigned char* picture, int size,
                   int tolerance) {
  std::vector<unsigned char> pixels(size * size);
  std::vector<Node> tree(capacity);
  CHECK(cudaMemcpy(pixels.data(), picture, pixels.size(), cudaMemcpyDeviceToHost));
  struct Square {
    int node, x, y, side;
  };
  std::vector<Square> squares = {{0, 0, 0, size}};
  Summary summary = {1, 0, 0};
  for (size_t s = 0; s < squares.size(); ++s) {
    const auto [node, x, y, side] = squares[s];
    int darkest = 255, brightest = 0, children = 0;
    for (int i = 0; i < side * side; ++i) {
      const int pixel = pixels[(y + i / side) * size + x + i % side];
      darkest = std::min(darkest, pixel);
      brightest = std::max(brightest, pixel);
    }
    if (brightest - darkest > tolerance && side > kSmallest) {
      if (summary.nodes + 4 > capacity) {
        ++summary.whole;
      } else {
        children = summary.nodes;
        summary.nodes += 4;
        for (int k = 0; k < 4; ++k) {
          squares.push_back({children + k, x + k % 2 * side / 2, y + k / 2 * side / 2, side / 2});
        }
      }
    }
    tree[node] = {darkest, brightest, children};
  }
  CHECK(cudaMemcpy(nodes, tree.data(), summary.nodes * sizeof(Node), cudaMemcpyHostToDevice));
  return summary;
}
// END
