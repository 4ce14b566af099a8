// A device function that overrides one of the host.
// error: @here f overrides a function that runs elsewhere: both need the same of __host__ and __device__
// nvcc: error
struct A {
  virtual int f() const { return 1; }
};
struct B : A {
  __device__ int f() const override { return 2; }  // @here
};
int main() {
  A a;
  return a.f();
}
