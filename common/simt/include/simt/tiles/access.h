/// @file
/// What `cuda_tile.h` asks of the runtime: memory for the elements of tiles, and their loads and stores.
///
/// `site` is the program's call, for counters and reports.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/uncounted.h"

namespace simt {

/// Memory of the running block for a tile's elements. Copies of a tile share it.
void* take_tile(std::size_t bytes);
void share_tile(void* elements);
void give_back_tile(void* elements);
/// The running block makes one value of all elements of a tile along a dimension.
void count_tile_reduction();
/// Stops the kernel: a tile is used that has no value.
[[noreturn]] void fail_empty_tile(const void* site);

/// Owns a share of a tile's elements.
class TileStorage {
 public:
  TileStorage() = default;
  SIMT_UNCOUNTED explicit TileStorage(std::size_t bytes) : elements_(take_tile(bytes)) {}
  SIMT_UNCOUNTED TileStorage(const TileStorage& other) : elements_(other.elements_) {
    if (elements_ != nullptr) share_tile(elements_);
  }
  SIMT_UNCOUNTED TileStorage(TileStorage&& other) noexcept : elements_(other.elements_) {
    other.elements_ = nullptr;
  }
  SIMT_UNCOUNTED TileStorage& operator=(TileStorage other) noexcept {
    void* const mine = elements_;
    elements_ = other.elements_;
    other.elements_ = mine;
    return *this;
  }
  SIMT_UNCOUNTED ~TileStorage() {
    if (elements_ != nullptr) give_back_tile(elements_);
  }
  SIMT_UNCOUNTED void* elements() const { return elements_; }

 private:
  void* elements_ = nullptr;
};

/// A tile of pointers that is loaded or stored, row-major.
struct TilePointers {
  const void* const* pointers;
  const bool* mask;  ///< of each element; null: all
  std::size_t count;
  unsigned bytes;  ///< of an element
};

inline constexpr unsigned kMostTileRank = 8;

/// A box of a tensor in global memory.
struct TileBox {
  const void* base;
  unsigned rank, bytes;  ///< bytes of an element
  bool is_masked;        ///< what lies outside of the tensor is left out
  std::int64_t origin[kMostTileRank];
  std::int64_t shape[kMostTileRank], extents[kMostTileRank], strides[kMostTileRank];
  const std::int64_t* gathered;  ///< coordinates in one dimension; null: they follow each other
  unsigned gathered_dimension;
};

/// What an atomic operation does with each element.
enum class TileUpdate : std::uint8_t {
  kLoad,
  kStore,
  kAdd,
  kSub,
  kMin,
  kMax,
  kAnd,
  kOr,
  kXor,
  kExchange,
  kCompareExchange
};
enum class TileNumber : std::uint8_t { kS32, kU32, kS64, kU64, kF16, kBf16, kF32, kF64, kOther };

struct TileAtomic {
  TileUpdate update;
  TileNumber number;
  const void* operands;  ///< of each element
  const void* expected;  ///< of a compare-exchange
  void* old;             ///< receives what was there; null: nobody wants it
  bool acquires, releases;
  bool is_of_block;  ///< its scope
};

// Elements that the mask or the box leaves out stay what they are in `to`, and in memory.
void load_tile(const void* site, const TilePointers& from, void* to);
void store_tile(const void* site, const TilePointers& to, const void* from);
void update_tile(const void* site, const TilePointers& at, const TileAtomic& how);
void load_tile(const void* site, const TileBox& from, void* to);
void store_tile(const void* site, const TileBox& to, const void* from);
void update_tile(const void* site, const TileBox& at, const TileAtomic& how);

/// Stop the kernel if what it assumes is wrong.
void check_aligned(const void* site, const void* const* pointers, std::size_t count,
                   std::uint64_t alignment);
void check_divisible(const void* site, const std::int64_t* values, std::size_t count,
                     std::int64_t divisor);
void check_bounded(const void* site, const std::int64_t* values, std::size_t count,
                   std::int64_t least, std::int64_t most);

/// c += a · b, row-major: a has m × k numbers, b has k × n.
void multiply_tiles(const float* a, const float* b, float* c, std::size_t m, std::size_t n,
                    std::size_t k);
void multiply_tiles(const double* a, const double* b, double* c, std::size_t m, std::size_t n,
                    std::size_t k);
void multiply_tiles(const std::int32_t* a, const std::int32_t* b, std::int32_t* c, std::size_t m,
                    std::size_t n, std::size_t k);

}  // namespace simt
