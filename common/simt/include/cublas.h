/// @file
/// Refused: the first interface of cuBLAS, without handles.
#pragma once

#error "the CPU backend has no <cublas.h>: NVIDIA keeps it for old programs; include <cublas_v2.h>, whose functions take a handle, or keep it apart with #ifndef __SIMTCC__"
