// Two arrays that are too large together.
// error: @here static assertion failed: b and the arrays before it are larger than the 48 KiB of a block's static shared memory: make them dynamic
// nvcc: error
__global__ void k(float* o) {
  __shared__ float a[8000];
  __shared__ float b[8000];  // @here
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
  *o = a[1] + b[2];
}
int main() { k<<<1, 1>>>(nullptr); }
