// Exercise · your_own_layer: a layer of a network, of any size, from an empty kernel.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_fp16.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

// TODO (about 25 lines): the kernel
// END

// `in` is rows x inputs, `weights` is inputs x outputs, `bias` has `outputs` floats, `out` is rows x outputs.
void launch_layer(float* out, const __half* in, const __half* weights, const float* bias, int rows,
                  int outputs, int inputs) {
  // TODO (about 2 lines): a grid with a block for each tile of out
  // END
}
