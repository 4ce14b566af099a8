/// @file
/// @ingroup tutorial
/// The one header a program of this tutorial includes. The CUDA API itself stays visible in the
/// programs; here is only what is not the lesson: checks, input data, verification and tables.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "tutorial/check.cuh"
#include "tutorial/compat.cuh"
#include "tutorial/copy_bandwidth.cuh"
#include "tutorial/counters.cuh"
#include "tutorial/device.cuh"
#include "tutorial/exit_code.cuh"
#include "tutorial/experiment.cuh"
#include "tutorial/note.cuh"
#include "tutorial/options.cuh"
#include "tutorial/page.cuh"
#include "tutorial/product.cuh"
#include "tutorial/random.cuh"
#include "tutorial/table.cuh"
#include "tutorial/timer.cuh"
#include "tutorial/verify.cuh"
