// Elements of tiles, and what is computed with whole tiles.
#include "simt/tiles/access.h"

#include "execution/block/block.h"
#include "execution/threads/running_thread.h"

namespace simt {

void* take_tile(std::size_t bytes) { return device_code("cuda::tiles").tile_memory().take(bytes); }
void share_tile(void* elements) { TileMemory::share(elements); }
void give_back_tile(void* elements) { current_block()->tile_memory().give_back(elements); }

void count_tile_reduction() { device_code("cuda::tiles").watch().records.count_tile_reduction(); }

void fail_empty_tile(const void* site) {
  stop_kernel(cudaErrorLaunchFailure, "a tile is used that has no value", site,
              "assign to it first: tile<…> t; has no elements yet; zeros<…>() is a tile of zeros");
}

namespace {

template <class T>
void multiply(const T* a, const T* b, T* c, std::size_t m, std::size_t n, std::size_t k) {
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t p = 0; p < k; ++p) {
      const T left = a[i * k + p];
      const T* const right = b + p * n;
      T* const sums = c + i * n;
      for (std::size_t j = 0; j < n; ++j) sums[j] += left * right[j];
    }
  }
}

}  // namespace

void multiply_tiles(const float* a, const float* b, float* c, std::size_t m, std::size_t n,
                    std::size_t k) {
  multiply(a, b, c, m, n, k);
}
void multiply_tiles(const double* a, const double* b, double* c, std::size_t m, std::size_t n,
                    std::size_t k) {
  multiply(a, b, c, m, n, k);
}
void multiply_tiles(const std::int32_t* a, const std::int32_t* b, std::int32_t* c, std::size_t m,
                    std::size_t n, std::size_t k) {
  multiply(a, b, c, m, n, k);
}

}  // namespace simt
