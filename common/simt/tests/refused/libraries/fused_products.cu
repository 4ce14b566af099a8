// Products with what follows them.
// refuses: <cublasLt.h>: <cublas_v2.h> is there
// error: @include the CPU backend has no <cublasLt.h>: <cublas_v2.h> is there
// nvcc: nothing
#include <cublasLt.h>  // @include

int main() {}
