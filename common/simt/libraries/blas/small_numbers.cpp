#include "libraries/blas/small_numbers.h"

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace simt {
namespace {

constexpr int kHalfFraction = 10, kBfloatFraction = 7;

/// Calls `visit` with the place of each element in memory, and in a matrix without gaps.
template <class Visit>
void for_each_element(long long offset, int rows, int columns, int leading, const Visit& visit) {
  std::size_t packed = 0;
  for (int column = 0; column < columns; ++column) {
    for (int row = 0; row < rows; ++row) {
      visit(offset + static_cast<long long>(column) * leading + row, packed++);
    }
  }
}

}  // namespace

float as_float(HalfBits half) { return decode<kHalfFraction>(half.bits); }

std::size_t size_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_64F:
      return sizeof(double);
    case CUDA_R_32F:
      return sizeof(float);
    case CUDA_R_16F:
    case CUDA_R_16BF:
      return sizeof(HalfBits);
    default:
      return 1;
  }
}

cudaDataType scale_type(cublasComputeType_t compute) {
  switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
      return CUDA_R_16F;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
    case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
      return CUDA_R_64F;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
      return CUDA_R_32I;
    default:
      return CUDA_R_32F;
  }
}

bool has_products(cublasComputeType_t compute, cudaDataType a, cudaDataType b, cudaDataType c) {
  const cudaDataType scale = scale_type(compute);
  if (a != b || scale == CUDA_R_32I) return false;
  if (scale != CUDA_R_32F) return a == scale && c == scale;
  return (a == CUDA_R_32F && c == CUDA_R_32F) ||
         ((a == CUDA_R_16F || a == CUDA_R_16BF) && (c == a || c == CUDA_R_32F));
}

std::vector<float> widened(const void* data, long long offset, cudaDataType type, int rows,
                           int columns, int leading) {
  std::vector<float> values(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  for_each_element(offset, rows, columns, leading, [&](long long at, std::size_t packed) {
    const auto bits = [&] { return static_cast<const unsigned short*>(data)[at]; };
    values[packed] = type == CUDA_R_16F    ? decode<kHalfFraction>(bits())
                     : type == CUDA_R_16BF ? decode<kBfloatFraction>(bits())
                                           : static_cast<const float*>(data)[at];
  });
  return values;
}

void narrow_to(void* data, long long offset, cudaDataType type, int rows, int columns, int leading,
               const std::vector<float>& values) {
  for_each_element(offset, rows, columns, leading, [&](long long at, std::size_t packed) {
    const double value = values[packed];
    if (type == CUDA_R_32F) {
      static_cast<float*>(data)[at] = values[packed];
    } else {
      static_cast<unsigned short*>(data)[at] =
          type == CUDA_R_16F ? encode<kHalfFraction>(value) : encode<kBfloatFraction>(value);
    }
  });
}

}  // namespace simt
