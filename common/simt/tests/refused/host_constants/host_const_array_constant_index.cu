// The same for const.
// error: @here table is an array of the host, which device code has no copy of: make it __constant__ or __device__, or a constexpr array inside of the function
// nvcc: error
static const int table[4] = {1, 2, 4, 8};
__global__ void k(int* o) { *o = table[2]; }  // @here
int main() { k<<<1, 1>>>(nullptr); }
