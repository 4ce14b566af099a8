// Exercise · heat_map: a plate with hot wires on it, step by step. A whole program, and a picture.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_runtime.h>

#include <algorithm>
#include <utility>

#include "tutorial/check.cuh"

constexpr float kHot = 1;  // the temperature of the wires

// TODO (about 60 lines): a kernel with ghost cells, and all that a program does around it
// `plate`, on the host, has `height` rows of `width` temperatures from 0 to kHot. In each of the `steps`
// steps every cell gets a new temperature:
//   new = old + rate * (left + right + above + below - 4 * old)
// All five are temperatures before the step. Outside of the plate they are 0. A cell that is kHot is a
// piece of wire and stays as it is.
void heat(float* plate, int width, int height, float rate, int steps) {}
// END
