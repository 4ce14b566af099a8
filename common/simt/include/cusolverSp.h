/// @file
/// Refused: the library for solvers.
#pragma once

#error \
    "the CPU backend has no <cusolverSp.h>: its library is for GPUs; write the computation as a kernel, or keep it apart with #ifndef __SIMTCC__"
