// The driver's functions by pointer, as programs get at the one that describes matrices to the TMA.
// refuses: <cudaTypedefs.h>: the types of the driver's functions
// error: @include the CPU backend has no <cudaTypedefs.h>: it is for functions of the driver that a program asks for while it runs, as cuTensorMapEncodeTiled
// nvcc: nothing
#include <cudaTypedefs.h>  // @include

int main() {}
