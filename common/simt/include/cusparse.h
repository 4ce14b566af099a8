/// @file
/// Refused: the library for sparse matrices.
#pragma once

#error \
    "the CPU backend has no <cusparse.h>: its library is for GPUs; write the computation as a kernel, or keep it apart with #ifndef __SIMTCC__"
