/// @file
/// `__pipeline_memcpy_async` and what belongs to it. (Not here: `nvcuda::experimental::pipeline`.)
#pragma once

#include "cuda_pipeline_primitives.h"
