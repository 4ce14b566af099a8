// A wait takes the token of an arrival away: it has to be moved there.
// error: @here cannot bind rvalue reference
// nvcc: error
#include <cuda/barrier>

__global__ void meet() {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  auto token = barrier.arrive();
  barrier.wait(token);  // @here
}
int main() { meet<<<1, 64>>>(); }
