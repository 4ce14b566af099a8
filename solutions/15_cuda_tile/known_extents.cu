// Exercise · known_extents: a product that tells the compiler what is known of its matrices.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cuda_fp16.h>
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

constexpr int kM = 96, kN = 160, kK = 112;            // A is kM x kK, B is kK x kN, C is kM x kN
constexpr int kTileM = 32, kTileN = 32, kTileK = 16;  // C's tiles are kTileM x kTileN

// The tiles of a matrix that begins at `data`. `rows` and `columns` are an integral_constant each.
template <class T, class Rows, class Columns, class Shape>
__tile__ auto tiles_of(T* data, Rows rows, Columns columns, Shape shape) {
  // TODO (about 2 lines): what does the compiler have to know about `data`? Return a view with extents in its type.
  data = ct::assume_aligned(data, 16_ic);
  return ct::partition_view{ct::tensor_span{data, ct::extents{rows, columns}}, shape};
  // END
}

// C = A · B. Block (x, y) computes tile x of C's row y of tiles.
__tile_global__ void product(float* c, const __half* a, const __half* b) {
  // TODO (about 9 lines): three views by tiles_of(); add up products of tiles, and store the sum
  const ct::integral_constant<kM> m;
  const ct::integral_constant<kN> n;
  const ct::integral_constant<kK> k;
  auto as = tiles_of(a, m, k, ct::shape<kTileM, kTileK>{});
  auto bs = tiles_of(b, k, n, ct::shape<kTileK, kTileN>{});
  auto cs = tiles_of(c, m, n, ct::shape<kTileM, kTileN>{});
  const auto block = ct::bid();
  auto sum = ct::zeros<ct::tile<float, ct::shape<kTileM, kTileN>>>();
  for (int p = 0; p < kK / kTileK; ++p) {
    sum = ct::mma(as.load(block.y, p), bs.load(p, block.x), sum);
  }
  cs.store(sum, block.y, block.x);
  // END
}

void launch_product(float* c, const __half* a, const __half* b) {
  product<<<dim3(kN / kTileN, kM / kTileM), 1>>>(c, a, b);
}
