// An initialiser that calls a function of the host.
// error: @here x is no constant at its beginning, and no code runs for variables of device memory before main: write a constant, or copy the value with cudaMemcpyToSymbol
// error: @here call to non-‘constexpr’ function ‘int f()’
// nvcc: error
int f() { return 3; }
__device__ int x = f();  // @here
__global__ void k(int* o) { *o = x; }
int main() { k<<<1, 1>>>(nullptr); }
