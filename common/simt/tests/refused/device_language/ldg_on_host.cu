// Loads with a hint.
// error: @here __ldg is for device code: host code cannot call it, only a kernel or a __device__ function
// nvcc: error
__global__ void k() {}
int main() {
  int x = 0;
  return __ldg(&x);  // @here
}
