// Shuffles.
// error: @here __shfl_sync is for device code: host code cannot call it, only a kernel or a __device__ function
// nvcc: error
__global__ void k() {}
int main() { return __shfl_sync(~0u, 1, 0); }  // @here
