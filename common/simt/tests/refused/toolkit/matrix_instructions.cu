// Products by the matrix instructions of a warp.
// refuses: <mma.h>: matrix instructions
// error: @header the CPU backend has no <mma.h>: it has no matrix instructions
// nvcc: nothing
#include <mma.h>  // @header

int main() {}
