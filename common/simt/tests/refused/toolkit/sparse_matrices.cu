// Another library that is for GPUs alone.
// refuses: <cusparse.h>: sparse matrices
// error: @header the CPU backend has no <cusparse.h>: its library is for GPUs; write the computation as a kernel
// nvcc: nothing
#include <cusparse.h>  // @header

int main() {}
