// A pack that is not the last parameter.
// error: @here a parameter pack of a kernel has to be the last parameter of its template
// nvcc: error
template <class... T, class U>  // @here
__global__ void k(U* o, T... t) {
  *o = 1;
}
int main() {
  int* p = nullptr;
  k<<<1, 1>>>(p, 1, 2);
}
