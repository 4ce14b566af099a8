/// @file
/// Refused: products of matrices with what follows them.
#pragma once

#error "the CPU backend has no <cublasLt.h>: use cublasSgemm or cublasGemmEx of <cublas_v2.h>, and write what follows as a kernel, or keep it apart with #ifndef __SIMTCC__"
