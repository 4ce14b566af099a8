// Nor a loop that is unrolled.
// error: @here table is an array of the host, which device code has no copy of: make it __constant__ or __device__, or a constexpr array inside of the function
// nvcc: error
constexpr int table[4] = {1, 2, 4, 8};
__global__ void k(int* o) {
  int s = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) s += table[i];  // @here
  *o = s;
}
int main() { k<<<1, 1>>>(nullptr); }
