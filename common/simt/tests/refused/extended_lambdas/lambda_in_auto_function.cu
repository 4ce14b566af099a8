// In a function whose result is deduced.
// options: --extended-lambda
// error: @here an extended lambda cannot be in a function whose result is auto: write make's result type, or return a named function object
// nvcc: error
template <class F>
__global__ void run(F f, int* o) {
  f(o);
}
auto make() {
  return [] __device__(int* p) { *p = 1; };  // @here
}
int main() { run<<<1, 1>>>(make(), nullptr); }
