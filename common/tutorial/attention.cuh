/// @file
/// @ingroup tutorial
/// Attention on the host, to compare with.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

/// The output, in double precision, and what its rounding errors depend on.
struct Attention {
  int dim = 0;                   ///< numbers of a token
  std::vector<double> out;       ///< row-major, a row per token
  double largest_magnitude = 0;  ///< sum of |q k| of a query and a key

  /// How far a result may be off that goes through the keys in so many tiles, with values below 2. In units of 2^-24: a
  /// score has dim roundings, and 8 more with its maximum; a tile's rescaling has 3, and 6 of its own. A weight counts
  /// twice, above and below the fraction's line, and so do the additions, one per token.
  double largest_error(int tiles) const {
    const double tokens = static_cast<double>(out.size()) / dim;
    const double weight = largest_magnitude * (dim + 8 + 3 * tiles) + 6 * tiles + 4;
    return 2.02 * std::ldexp(2 * (weight + tokens + 2), -24);
  }
};

/// Of queries, keys and values, row-major with `dim` numbers per token.
inline Attention attention_on_host(const std::vector<float>& q, const std::vector<float>& k,
                                   const std::vector<float>& v, int dim) {
  const auto n = static_cast<int>(q.size()) / dim;
  Attention all = {dim, std::vector<double>(v.size())};
  std::vector<double> p(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      double magnitude = p[j] = 0;
      for (int c = 0; c < dim; ++c) {
        const double product = double{q[i * dim + c]} * k[j * dim + c];
        p[j] += product, magnitude += std::abs(product);
      }
      all.largest_magnitude = std::max(all.largest_magnitude, magnitude);
    }
    const double max = *std::max_element(p.begin(), p.end());
    double sum = 0;
    for (double& x : p) sum += x = std::exp(x - max);
    for (int j = 0; j < n; ++j) {
      for (int c = 0; c < dim; ++c) all.out[i * dim + c] += p[j] / sum * v[j * dim + c];
    }
  }
  return all;
}
