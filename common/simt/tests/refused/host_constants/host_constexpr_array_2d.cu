// A table with rows.
// error: @here table is an array of the host, which device code has no copy of: make it __constant__ or __device__, or a constexpr array inside of the function
// nvcc: error
constexpr int table[2][2] = {{1, 2}, {4, 8}};
__global__ void k(int* o, int i) { *o = table[i][1]; }  // @here
int main() { k<<<1, 1>>>(nullptr, 1); }
