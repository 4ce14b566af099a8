// Algorithms of the host's library.
// error: @sort std::sort is for the host only
// error: @largest std::max is for the host only
// nvcc: error
#include <algorithm>

__global__ void median(int* rows, int length, int* medians) {
  int* row = rows + threadIdx.x * length;
  std::sort(row, row + length);                         // @sort
  medians[threadIdx.x] = std::max(row[length / 2], 0);  // @largest
}

int main() {}
