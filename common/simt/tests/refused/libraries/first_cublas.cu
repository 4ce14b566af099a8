// The first interface of cuBLAS, without handles.
// refuses: <cublas.h>: NVIDIA keeps it for old programs
// error: @include the CPU backend has no <cublas.h>: NVIDIA keeps it for old programs
// nvcc: nothing
#include <cublas.h>  // @include

int main() {}
