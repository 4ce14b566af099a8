// Exercise · planes: x y z x y z … becomes x x …, y y …, z z …
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// `points` has 3 n floats: x, y and z of point 0, then of point 1, … x, y and z have n floats each.
// All four begin at a multiple of 256 bytes.
__global__ void split(float* x, float* y, float* z, const float* points, int n) {
  // TODO (about 6 lines): which float of `points` is this thread's, and where does it go?
  // END
}

void launch_planes(float* x, float* y, float* z, const float* points, int n) {
  // TODO (about 2 lines): launch it. How many threads?
  // END
}
