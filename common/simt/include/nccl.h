/// @file
/// Refused: the library for communication between devices.
#pragma once

#error \
    "the CPU backend has no <nccl.h>: its library is for GPUs; write the computation as a kernel, or keep it apart with #ifndef __SIMTCC__"
