// Chapter 16 · layer_norm_backward
//
// The gradients of a layer normalisation, y = z * gain + bias with z = (x - mean) * scale, from that
// of its results, dy. The gradient of x needs two sums along each row. Those of gain and bias are
// sums down the columns, and the way to these makes the difference.
//
//   layer_norm_backward [--size N] [--length L]      N floats in all, default 2^16 on the CPU backend,
//                                                    2^26 on a GPU; in rows of L, default 1024
#include "layer_norm_backward.cuh"
#include "layer_norm_kernels.cuh"

int main(int argc, char** argv) {
  const Options options(argc, argv,
                        "Layer normalisation, backwards: three ways to sums of columns.",
                        {length_option()});
  const auto ways = [](const auto& run, Given given, Gradients to, int rows, int n) {
    const int blocks = std::min(rows, kMostBlocks), columns = (n - 1) / kBlock + 1;
    const auto add_up = [=](auto kernel) {
      CHECK(cudaMemsetAsync(to.dgain, 0, n * sizeof(float)));
      CHECK(cudaMemsetAsync(to.dbias, 0, n * sizeof(float)));
      kernel<<<blocks, kBlock>>>(given, to.dx, to.dgain, to.dbias, rows, n);
    };
    run("an atomic per element", [&] { add_up(backward<Way::kAtomicPerElement>); });
    run("an atomic per block", [&] { add_up(backward<Way::kAtomicPerBlock>); });
    run("a second kernel", [&] {
      backward<Way::kPartialSums>
          <<<blocks, kBlock>>>(given, to.dx, to.gain_parts, to.bias_parts, rows, n);
      add_columns<<<columns, kBlock>>>(to.gain_parts, to.dgain, blocks, n);
      add_columns<<<columns, kBlock>>>(to.bias_parts, to.dbias, blocks, n);
    });
  };
  return verdict(compare_gradients(options, ways));
}
