/// @file
/// Refused: the library for Fourier transforms.
#pragma once

#error \
    "the CPU backend has no <cufftXt.h>: its library is for GPUs; write the computation as a kernel, or keep it apart with #ifndef __SIMTCC__"
