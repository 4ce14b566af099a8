/// @file
/// A part of the toolkit's cuda_runtime.h that programs may name; here it comes with that.
#pragma once

#include "cuda_runtime.h"
