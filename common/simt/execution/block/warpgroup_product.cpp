#include "execution/block/warpgroup_product.h"

#include "execution/block/matrix_numbers.h"

namespace simt {

SharedMatrix shared_a(const WarpgroupProduct& product) {
  return {product.a, product.kind.a, 4 * kWarpRows, product.kind.depth, !product.transposes_a};
}
SharedMatrix shared_b(const WarpgroupProduct& product) {
  return {product.b, product.kind.b, product.columns, product.kind.depth, !product.transposes_b};
}

void multiply_by_warpgroup(MatrixLanes lanes) {
  const WarpgroupProduct& product = *lanes[0]->product;
  const MatrixProduct& kind = product.kind;
  const char* const shared = lanes[0]->shared;
  Factors<double> factors;
  if (product.has_a_in_registers) {
    read_a(lanes, kind, factors);
  } else {
    const SharedMatrix a = shared_a(product);
    for (unsigned row = 0; row < kWarpRows; ++row) {
      for (unsigned k = 0; k < kind.depth; ++k) {
        factors.a[row][k] =
            number_at<double>(shared + a.offset(lanes[0]->first_row + row, k), kind.a);
      }
    }
  }
  const SharedMatrix b = shared_b(product);
  const double sign = product.negates_a != product.negates_b ? -1 : 1;
  for (unsigned first = 0; first < product.columns; first += 8) {
    for (unsigned k = 0; k < kind.depth; ++k) {
      for (unsigned column = 0; column < 8; ++column) {
        factors.b[k][column] =
            sign * number_at<double>(shared + b.offset(first + column, k), kind.b);
      }
    }
    // A lane has four sums of every 8 columns.
    const auto sums = [&](unsigned lane) {
      return reinterpret_cast<char*>(lanes[lane]->sums) + first / 2 * bytes_of(kind.sum);
    };
    if (product.adds) {
      read_sums(kind, factors, sums);
    } else {
      for (auto& row : factors.sum) {
        for (double& sum : row) sum = 0;
      }
    }
    add_products(kind, factors);
    write_sums(kind, factors, sums);
  }
}

}  // namespace simt
