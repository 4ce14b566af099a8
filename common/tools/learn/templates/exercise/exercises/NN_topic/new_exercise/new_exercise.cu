// Exercise · new_exercise: the square of each element of a vector, one thread each.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

__global__ void square(float* out, const float* in, int n) {
  // TODO (about 2 lines): which element is this thread's? Is there one?
  // WRITE: the stub. The solution has the same lines, but for those between TODO and END.
  // END
}

void launch_new_exercise(float* out, const float* in, int n) {
  // TODO (about 3 lines): launch enough blocks for n elements. n is at least 1.
  // END
}
