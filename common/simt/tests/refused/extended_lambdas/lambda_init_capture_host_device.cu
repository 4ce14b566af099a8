// For both sides, with an initialiser among its captures.
// options: --extended-lambda
// error: @here an extended __host__ __device__ lambda cannot have a capture with an initialiser: assign it to a variable before, and capture that
// nvcc: error
template <class F>
__global__ void run(F f, int* o) {
  f(o);
}
int main() {
  int n = 1;
  auto f = [m = n + 1] __host__ __device__(int* p) { *p = m; };  // @here
  run<<<1, 1>>>(f, nullptr);
}
