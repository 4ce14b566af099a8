// A kernel with any number of arguments.
// error: @here a kernel cannot take any number of arguments with `...`: write a template with a parameter pack
// nvcc: error
#include <cstdarg>
__global__ void k(int n, ...) {}  // @here
int main() { k<<<1, 1>>>(1, 2); }
