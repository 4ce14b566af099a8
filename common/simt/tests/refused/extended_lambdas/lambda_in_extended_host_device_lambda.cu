// In another lambda for both sides.
// options: --extended-lambda
// error: @here an extended __host__ __device__ lambda cannot be inside of another one
// nvcc: error
template <class F>
__global__ void run(F f, int* o) {
  f(o);
}
int main() {
  auto f = [=] __host__ __device__(int* p) {
    auto g = [=] __host__ __device__(int x) { return x; };  // @here
    *p = g(1);
  };
  run<<<1, 1>>>(f, nullptr);
}
