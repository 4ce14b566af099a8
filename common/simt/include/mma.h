/// @file
/// Refused: matrix instructions.
#pragma once

#error \
    "the CPU backend has no <mma.h>: it has no matrix instructions; write the product with ordinary loops, or keep it apart with #ifndef __SIMTCC__"
