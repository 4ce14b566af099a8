// In a class that is a private member of another one.
// options: --extended-lambda
// error: @here an extended lambda cannot be in a class that is a private or protected member of another one
// nvcc: error
template <class F>
__global__ void run(F f, int* o) {
  f(o);
}
class C {
  struct D {
    void go(int* o) {
      run<<<1, 1>>>([=] __device__(int* p) { *p = 1; }, o);  // @here
    }
  };

 public:
  void start(int* o) { D().go(o); }
};
int main() { C().start(nullptr); }
