// A table as an argument.
// error: @here table is an array of the host, which device code has no copy of: make it __constant__ or __device__, or a constexpr array inside of the function
// nvcc: error
constexpr int table[4] = {1, 2, 4, 8};
__device__ int sum(const int* p) { return p[0] + p[1]; }
__global__ void k(int* o) { *o = sum(table); }  // @here
int main() { k<<<1, 1>>>(nullptr); }
