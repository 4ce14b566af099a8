// Integer functions.
// error: @here __popc is for device code: host code cannot call it, only a kernel or a __device__ function
// error: @here __float2int_rn is for device code: host code cannot call it, only a kernel or a __device__ function
// nvcc: error
__global__ void k() {}
int main() { return __popc(3) + __float2int_rn(2.5f); }  // @here
