// What of the helper headers is no template, for the programs that CMake builds.
#include <cuda_runtime.h>

#include "tutorial.cuh"
#include "tutorial/check.inl.cuh"
#include "tutorial/copy_bandwidth.inl.cuh"
#include "tutorial/device.inl.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/exercise.inl.cuh"
#include "tutorial/options.inl.cuh"
