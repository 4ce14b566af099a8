// In a class inside of a function.
// options: --extended-lambda
// error: @here an extended lambda cannot be in a class inside of a function: move the class outside
// nvcc: error
template <class F>
__global__ void run(F f, int* o) {
  f(o);
}
int main() {
  struct L {
    void go(int* o) {
      run<<<1, 1>>>([=] __device__(int* p) { *p = 1; }, o);  // @here
    }
  };
  L().go(nullptr);
}
