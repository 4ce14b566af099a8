// In a private member function.
// options: --extended-lambda
// error: @here an extended lambda cannot be in a private or protected member function: go has to be public
// nvcc: error
template <class F>
__global__ void run(F f, int* o) {
  f(o);
}
class C {
  void go(int* o) {
    run<<<1, 1>>>([=] __device__(int* p) { *p = 1; }, o);  // @here
  }

 public:
  void start(int* o) { go(o); }
};
int main() { C().start(nullptr); }
