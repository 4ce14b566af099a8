// A table of the host, indexed in a kernel.
// error: @here table is an array of the host, which device code has no copy of: make it __constant__ or __device__, or a constexpr array inside of the function
// nvcc: error
const float table[4] = {1, 2, 4, 8};
__global__ void k(float* o, int i) { *o = table[i]; }  // @here
int main() { k<<<1, 1>>>(nullptr, 2); }
