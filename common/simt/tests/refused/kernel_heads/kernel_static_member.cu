// A static member function as a kernel.
// error: @here a kernel cannot be a member of a class: write it outside, and pass the object to it
// nvcc: error
struct S {
  static __global__ void k(int* o) { *o = 1; }  // @here
};
int main() { S::k<<<1, 1>>>(nullptr); }
