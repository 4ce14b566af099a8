// Right, and each contestant is loaded n times.
// rejected by: model
// expect: FAILED  n = 1: load requests:
// expect: each of the three arrays is to be read once
#include <cuda_runtime.h>

std::size_t shared_bytes(int) { return 0; }

__global__ void rank_group(int* ranked, const char* league, const double* points, const int* number,
                           int n) {
  const int first = blockIdx.x * n;
  for (int i = first + threadIdx.x; i < first + n; i += blockDim.x) {
    int before = 0;
    for (int k = first; k < first + n; ++k) {
      if (league[k] != league[i]) {
        before += league[k] < league[i];
      } else if (points[k] != points[i]) {
        before += points[k] > points[i];
      } else {
        before += number[k] < number[i];
      }
    }
    ranked[first + before] = number[i];
  }
}
