// In one that is defined outside of its class.
// options: --extended-lambda
// error: @here an extended lambda cannot be in a private or protected member function: go has to be public
// nvcc: error
template <class F>
__global__ void run(F f, int* o) {
  f(o);
}
class C {
  void go(int* o);

 public:
  void start(int* o) { go(o); }
};
void C::go(int* o) {
  run<<<1, 1>>>([=] __device__(int* p) { *p = 1; }, o);  // @here
}
int main() { C().start(nullptr); }
