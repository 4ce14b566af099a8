#include "execution/block/shared_matrix.h"

#include "execution/block/matrices.h"

namespace simt {
namespace {

constexpr std::uint32_t kLast = 0x3ffff;

std::uint32_t field(std::uint64_t descriptor, unsigned first_bit) {
  return static_cast<std::uint32_t>(descriptor >> first_bit & 0x3fff) << 4;
}

}  // namespace

SharedMatrix::SharedMatrix(std::uint64_t descriptor, MatrixNumber number, unsigned rows,
                           unsigned depth, bool is_along_k)
    : start_(field(descriptor, 0)),
      leading_(field(descriptor, 16)),
      stride_(field(descriptor, 32)),
      base_offset_(static_cast<std::uint32_t>(descriptor >> 49 & 7)),
      bytes_(bytes_of(number)),
      rows_(rows),
      depth_(depth),
      is_along_k_(is_along_k) {
  constexpr unsigned kWidths[] = {kPiece, 128, 64, 32};
  width_ = kWidths[descriptor >> 62];
}

std::uint32_t SharedMatrix::offset(unsigned row, unsigned k) const {
  const unsigned along = is_along_k_ ? k : row, across = is_along_k_ ? row : k;
  const unsigned numbers = kPiece / bytes_;  // of a piece
  const unsigned piece = along / numbers, group = across / 8;
  std::uint32_t at = start_ + across % 8 * width_ + along % numbers * bytes_;
  if (!is_swizzled()) {
    // Of pieces that are not swizzled, the leading offset goes along k, and the stride along the rows.
    at += is_along_k_ ? piece * leading_ + group * stride_ : piece * stride_ + group * leading_;
  } else {
    const unsigned side_by_side = width_ / kPiece;
    at += piece % side_by_side * kPiece + piece / side_by_side * leading_ + group * stride_;
  }
  return (at ^ (at >> 3 & (width_ - kPiece))) & kLast;
}

unsigned SharedMatrix::start_beyond() const {
  if (!is_swizzled()) return 0;
  const unsigned beyond = start_ % pattern_bytes();
  return beyond < width_ ? 0 : beyond;  // it may begin within the first row
}

unsigned SharedMatrix::stride_beyond() const {
  const unsigned groups = (is_along_k_ ? rows_ : depth_) / 8;
  return !is_swizzled() || groups < 2 ? 0 : stride_ % pattern_bytes();
}

unsigned SharedMatrix::leading_beyond() const {
  if (!is_swizzled() || is_along_k_ || rows_ * bytes_ <= width_) return 0;
  return leading_ % pattern_bytes();
}

}  // namespace simt
