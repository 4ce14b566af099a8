// Also in a kernel.
// error: @here __host__ or __device__ on a lambda needs --extended-lambda
// nvcc: error
__global__ void k(int* o) {
  auto f = [=] __device__(int* p) { *p = 1; };  // @here
  f(o);
}
int main() { k<<<1, 1>>>(nullptr); }
