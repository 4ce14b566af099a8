/// @file
/// The name that NVTX had up to CUDA 12.
#pragma once

#include "nvtx3/nvToolsExtCudaRt.h"
