/// @file
/// The built-in variables; here they come with cuda_runtime.h.
#pragma once

#include "cuda_runtime.h"
