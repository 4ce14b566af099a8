/// @file
/// @ingroup simt_libraries
/// Matrices of half and bfloat16 numbers, to and from float; which types go together in a product.
#pragma once

#include <cstddef>
#include <vector>

#include "cublas_v2.h"

namespace simt {

/// A half number, as memory has it.
struct HalfBits {
  unsigned short bits = 0;
  bool operator==(const HalfBits&) const = default;
};
float as_float(HalfBits half);
inline float as_float(float value) { return value; }

/// Bytes of a number; 1 for types that the model does not compute with.
std::size_t size_of(cudaDataType type);
/// Of alpha and beta; CUDA_R_32I for sums of integers.
cudaDataType scale_type(cublasComputeType_t compute);
/// A product of these types?
bool has_products(cublasComputeType_t compute, cudaDataType a, cudaDataType b, cudaDataType c);
inline constexpr char kProductsInWords[] =
    "the CPU backend has products of float, double, half and bfloat16, with A and B of one type";
/// A matrix without gaps between its columns. @param offset of the first element
std::vector<float> widened(const void* data, long long offset, cudaDataType type, int rows,
                           int columns, int leading);
void narrow_to(void* data, long long offset, cudaDataType type, int rows, int columns, int leading,
               const std::vector<float>& values);

}  // namespace simt
