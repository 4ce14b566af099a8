// The clock.
// error: @here clock64 is for device code: host code cannot call it, only a kernel or a __device__ function
// nvcc: error
__global__ void k() {}
int main() { return clock64() > 0; }  // @here
