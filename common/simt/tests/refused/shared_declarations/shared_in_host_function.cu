// Shared memory in main.
// error: @here host code has no __shared__ memory: only a kernel or a __device__ function can declare it
// nvcc: error
__global__ void k() {}
int main() {
  __shared__ int s[4];  // @here
  s[0] = 1;
  return s[0];
}
