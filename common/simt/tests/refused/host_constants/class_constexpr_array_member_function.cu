// The same in a member function.
// error: @here table is an array of the host, which device code has no copy of: make it __constant__ or __device__, or a constexpr array inside of the function
// nvcc: error
struct S {
  static constexpr int table[4] = {1, 2, 4, 8};
  __device__ int at(int i) const { return table[i]; }  // @here
};
__global__ void k(int* o, int i) { *o = S().at(i); }
int main() { k<<<1, 1>>>(nullptr, 1); }
