// Exercise · sort_the_mail: letters into the boxes of their districts, with few atomic operations.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

// Letter i goes to district to[i], 0 to `districts` - 1, or nowhere if to[i] is -1. The box of district
// d begins at boxes[d * capacity]; put the numbers i of its letters there, in any order and without
// gaps, and their count into counts[d], which is 0 before. Launched with any number of blocks of
// whole warps: a thread has many letters, one or none. `districts` may be any number.
__global__ void sort_mail(int* boxes, int* counts, const int* to, int letters, int capacity) {
  // TODO (about 14 lines): the lanes with the same district find each other; one atomic for them
  // END
}
