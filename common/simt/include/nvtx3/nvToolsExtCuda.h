/// @file
/// The same names for the driver API.
#pragma once

#include "nvtx3/nvToolsExtCudaRt.h"
