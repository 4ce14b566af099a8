// Nor a cast that needs it.
// error: @here dynamic_cast is not allowed in device code, which has no run-time type information: let a virtual function or a member tell the type
// nvcc: error
struct A {
  __device__ virtual ~A() {}
};
struct B : A {
  int x;
};
__global__ void k(int* o) {
  B b;
  A* a = &b;
  *o = dynamic_cast<B*>(a) != nullptr;  // @here
}
int main() { k<<<1, 1>>>(nullptr); }
