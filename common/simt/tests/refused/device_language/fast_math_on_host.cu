// Fast math.
// error: @here __sinf is for device code: host code cannot call it, only a kernel or a __device__ function
// nvcc: error
__global__ void k() {}
int main() { return __sinf(1.0f) > 0; }  // @here
