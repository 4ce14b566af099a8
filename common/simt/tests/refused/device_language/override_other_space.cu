// A function that overrides one for both sides.
// error: @here f overrides a function that runs elsewhere: both need the same of __host__ and __device__
// nvcc: error
struct A {
  __host__ __device__ virtual int f() const { return 1; }
};
struct B : A {
  int f() const override { return 2; }  // @here
};
__global__ void k(int* o) {
  A a;
  *o = a.f();
}
int main() { k<<<1, 1>>>(nullptr); }
