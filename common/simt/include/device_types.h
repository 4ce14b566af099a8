/// @file
/// What device functions have for types.
#pragma once

#include "cuda_runtime_api.h"

enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };
