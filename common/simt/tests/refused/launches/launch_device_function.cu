// A device function is launched.
// error: @here k is a __device__ function: only a kernel is launched. Write __global__ in front of it
// nvcc: error
__device__ void k(float* o) { *o = 1; }
int main() { k<<<1, 1>>>(nullptr); }  // @here
