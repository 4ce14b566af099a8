// Without --extended-lambda.
// error: @here __host__ or __device__ on a lambda needs --extended-lambda
// nvcc: error
template <class F>
__global__ void run(F f, int* o) {
  f(o);
}
int main() {
  run<<<1, 1>>>([=] __device__(int* p) { *p = 1; }, nullptr);  // @here
}
