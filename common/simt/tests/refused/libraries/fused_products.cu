// Products with what follows them.
// refuses: <cublasLt.h>: use cublasSgemm or cublasGemmEx of <cublas_v2.h>
// error: @include the CPU backend has no <cublasLt.h>: use cublasSgemm or cublasGemmEx of <cublas_v2.h>
// nvcc: nothing
#include <cublasLt.h>  // @include

int main() {}
