// Exercise · your_own_layer: a layer of a network, of any size, from an empty kernel.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_fp16.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;

// TODO (about 25 lines): the kernel
constexpr int kSide = 32;

__tile_global__ void layer(float* out, const __half* in, const __half* weights, const float* bias,
                           int rows, int outputs, int inputs) {
  const ct::shape<kSide, kSide> square;
  auto ins = ct::partition_view{ct::tensor_span{in, ct::extents{rows, inputs}}, square};
  auto ws = ct::partition_view{ct::tensor_span{weights, ct::extents{inputs, outputs}}, square};
  auto outs = ct::partition_view{ct::tensor_span{out, ct::extents{rows, outputs}}, square};
  auto biases = ct::partition_view{ct::tensor_span{bias, ct::extents{outputs}}, ct::shape<kSide>{}};
  const auto block = ct::bid();
  auto sum = ct::zeros<ct::tile<float, ct::shape<kSide, kSide>>>();
  for (int p : ct::irange(0, (inputs + kSide - 1) / kSide)) {
    sum = ct::mma(ins.load_masked(block.y, p), ws.load_masked(p, block.x), sum);
  }
  const auto result = ct::max(sum + biases.load_masked(block.x), 0.0f);
  outs.store_masked(result, block.y, block.x);
}
// END

// `in` is rows x inputs, `weights` is inputs x outputs, `bias` has `outputs` floats, `out` is rows x outputs.
void launch_layer(float* out, const __half* in, const __half* weights, const float* bias, int rows,
                  int outputs, int inputs) {
  // TODO (about 2 lines): a grid with a block for each tile of out
  const dim3 grid((outputs + kSide - 1) / kSide, (rows + kSide - 1) / kSide);
  layer<<<grid, 1>>>(out, in, weights, bias, rows, outputs, inputs);
  // END
}
