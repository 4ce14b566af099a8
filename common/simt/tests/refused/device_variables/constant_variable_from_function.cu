// Constant memory is filled when the program is compiled, too.
// error: @here x is no constant at its beginning, and no code runs for variables of device memory before main: write a constant, or copy the value with cudaMemcpyToSymbol
// error: @here call to non-‘constexpr’ function ‘float f()’
// nvcc: error
#include <cmath>
float f() { return 3; }
__constant__ float x = f();  // @here
__global__ void k(float* o) { *o = x; }
int main() { k<<<1, 1>>>(nullptr); }
