/// @file
/// Refused: compilation of kernels while a program runs.
#pragma once

#error \
    "the CPU backend has no <nvrtc.h>: it compiles no kernels while a program runs; write the kernel in the .cu file, and keep the rest apart with #ifndef __SIMTCC__"
