// In a constructor.
// options: --extended-lambda
// error: @here an extended lambda cannot be in a constructor or destructor, whose address nobody can take: move the launch into a member function
// nvcc: error
template <class F>
__global__ void run(F f, int* o) {
  f(o);
}
struct C {
  C(int* o) {
    run<<<1, 1>>>([=] __device__(int* p) { *p = 1; }, o);  // @here
  }
};
int main() { C c(nullptr); }
