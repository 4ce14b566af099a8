// Functions of the device's in host code: atomics.
// error: @here atomicAdd is for device code: host code cannot call it, only a kernel or a __device__ function
// nvcc: error
__global__ void k() {}
int main() {
  int x = 0;
  atomicAdd(&x, 1);  // @here
  return x;
}
