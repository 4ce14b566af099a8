/// @file
/// Refused: memory that is shared with graphics.
#pragma once

#error \
    "the CPU backend has no <cudaEGL.h>: it draws nothing; copy results to the host with cudaMemcpy, and keep what is for graphics apart with #ifndef __SIMTCC__"
