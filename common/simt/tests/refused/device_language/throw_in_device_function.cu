// So in what kernels call.
// error: @here device code has no exceptions: return an error code, or write it to memory that the host looks at; assert() and __trap() end the kernel
// nvcc: error
__device__ int f(int x) {
  if (x < 0) throw x;  // @here
  return x;
}
__global__ void k(int* o) { *o = f(*o); }
int main() { k<<<1, 1>>>(nullptr); }
