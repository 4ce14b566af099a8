/// @file
/// Refused: the library for neural networks.
#pragma once

#error \
    "the CPU backend has no <cudnn.h>: its library is for GPUs; write the computation as a kernel, or keep it apart with #ifndef __SIMTCC__"
