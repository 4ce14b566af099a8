// A library that is for GPUs alone.
// refuses: <cufft.h>: Fourier transforms
// error: @header the CPU backend has no <cufft.h>: its library is for GPUs; write the computation as a kernel
// nvcc: nothing
#include <cufft.h>  // @header

int main() {}
