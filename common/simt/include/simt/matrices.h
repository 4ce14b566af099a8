/// @file
/// What a warp does with small matrices that lie in the registers of its lanes: products by tensor cores, and
/// loads and stores of whole rows (`ldmatrix`, `stmatrix`). Every lane of the warp has to come to each of them.
#pragma once

#include <cstdint>

namespace simt {

enum class MatrixNumber : std::uint8_t {
  kHalf,
  kBfloat,
  kTf32,
  kSigned8,
  kUnsigned8,
  kE4m3,
  kE5m2,
  kDouble,
  kFloat,
  kSigned32
};

/// The kind of a product c + a · b: a has `rows` × `depth` numbers, b `depth` × 8.
struct MatrixProduct {
  std::uint8_t rows, depth;
  MatrixNumber a, b, sum;
  bool saturates;  ///< integer sums stay at the ends of their range
};

/// A lane's part of a matrix: up to four registers of 32 bits.
typedef std::uint32_t MatrixPart __attribute__((vector_size(16)));

/// @param b two registers
/// @return the caller's part of the result
MatrixPart warp_multiply(MatrixProduct kind, MatrixPart a, std::uint64_t b, MatrixPart c);
/// Loads `count` matrices of 8 rows with 16 bytes from shared memory. @param row where row `lane % 8` of matrix
/// `lane / 8` begins; of no importance in the lanes beyond
MatrixPart warp_load_matrices(unsigned count, bool transposes, const void* row);
/// Stores what warp_load_matrices loads.
void warp_store_matrices(unsigned count, bool transposes, void* row, MatrixPart values);
/// Transposes one such matrix.
std::uint32_t warp_transpose_matrix(std::uint32_t values);

}  // namespace simt
