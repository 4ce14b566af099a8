/// @file
/// Refused: products of matrices on several devices.
#pragma once

#error "the CPU backend has no <cublasXt.h>: use <cublas_v2.h>, or keep it apart with #ifndef __SIMTCC__"
