// With captures by reference.
// options: --extended-lambda
// error: @here an extended lambda cannot capture by reference: a kernel cannot use variables of the host. Write [=]
// nvcc: error
template <class F>
__global__ void run(F f, int* o) {
  f(o);
}
int main() {
  int n = 1;
  run<<<1, 1>>>([&] __device__(int* p) { *p = n; }, nullptr);  // @here
}
