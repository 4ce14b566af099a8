// The driver's functions by pointer, as programs get at the one that describes matrices to the TMA.
// refuses: <cudaTypedefs.h>: the types of the driver's functions
// error: @include the CPU backend has no <cudaTypedefs.h>: the driver's functions are there by name; the maps of cuTensorMapEncodeTiled are for GPUs of compute capability 9.0
// nvcc: nothing
#include <cudaTypedefs.h>  // @include

int main() {}
