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
// Makes the tree of a picture of size × size pixels, size = kSmallest · 2^k. nodes[0] is the whole picture. A
// node is divided if its brightest pixel is more than `tolerance` above its darkest, it is larger than
// kSmallest, and nodes[0 … capacity) has room for four more. picture and nodes are on the device.
Summary build_tree(Node* nodes, int capacity, const unsigned char* picture, int size,
                   int tolerance) {
  return {};
}
// END
