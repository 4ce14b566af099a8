// For both sides, and constexpr.
// options: --extended-lambda
// error: @here an extended __host__ __device__ lambda cannot be constexpr
// nvcc: error
template <class F>
__global__ void run(F f, int* o) {
  f(o);
}
int main() {
  run<<<1, 1>>>(
      [=] __host__ __device__(int* p) constexpr { *p = 1; }, nullptr);  // @here
}
