// A kernel that is defined as a friend.
// error: @here a kernel cannot be defined where it is declared a friend: define it outside of the class
// nvcc: error
struct S {
  friend __global__ void k(S s) {}  // @here
};
int main() {
  S s;
  k<<<1, 1>>>(s);
}
