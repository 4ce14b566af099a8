// For both sides, with auto parameters.
// options: --extended-lambda
// error: @here an extended __host__ __device__ lambda cannot have auto parameters: write their types, or a function object
// nvcc: error
template <class F>
__global__ void run(F f, int* o) {
  f(o);
}
int main() {
  run<<<1, 1>>>([=] __host__ __device__(auto* p) { *p = 1; }, nullptr);  // @here
}
