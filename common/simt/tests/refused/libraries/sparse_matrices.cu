// Sparse matrices of a library.
// refuses: <cusparse.h>: write the product as a kernel
// error: @include the CPU backend has no <cusparse.h>: write the product as a kernel
// nvcc: nothing
#include <cusparse.h>  // @include

int main() {}
