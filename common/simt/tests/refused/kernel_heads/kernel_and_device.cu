// A kernel that is a device function, too.
// error: @here a kernel is __global__ only: what both sides call is a __host__ __device__ function, which the kernel can call, too
// nvcc: error
__global__ __device__ void k(int* o) { *o = 1; }  // @here
int main() { k<<<1, 1>>>(nullptr); }
