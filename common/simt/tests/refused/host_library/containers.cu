// Containers and streams of the host's library, in a kernel and in a device function.
// error: @vector std::vector is for the host only
// error: @stream std::cout is for the host only
// nvcc: error
#include <iostream>
#include <vector>

__device__ void show(int x) {
  std::cout << x;  // @stream
}

__global__ void collect(int n) {
  std::vector<int> found(n);  // @vector
  show(n);
}

int main() {}
