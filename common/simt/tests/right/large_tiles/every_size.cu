// Tiles of every size, of a block with two dimensions: what each knows of itself, and all that its threads can do
// together, against the same on the host.
// supports: <cooperative_groups/reduce.h>: also of tiles of more than 32 threads
// prints: 64: right
// prints: 128: right
// prints: 256: right
// prints: 512: right
// prints: 1024: right
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

struct Facts {
  unsigned rank, size, meta_rank, meta_size, warp_rank, warps;
  int any, all, from_third;
  int sum, least, bits;
  float float_sum, before;
  double double_most;
  long long up_to, product_before;
};

struct Product {
  __host__ __device__ long long operator()(long long a, long long b) const { return a * b % 1009; }
};

/// A function that takes a tile, whatever it is part of.
template <unsigned Size>
__device__ int third(const cg::thread_block_tile<Size>& tile, int value) {
  return tile.shfl(value, 3);
}

template <unsigned Size, class Tile>
__device__ Facts look(const Tile& tile, int v) {
  const auto warp = cg::tiled_partition<32>(tile);
  Facts f{};
  f.rank = tile.thread_rank();
  f.size = cg::group_size(tile);
  f.meta_rank = tile.meta_group_rank();
  f.meta_size = tile.meta_group_size();
  f.warp_rank = warp.meta_group_rank();
  f.warps = warp.meta_group_size();
  f.any = tile.any(v == 5);
  f.all = tile.all(v >= 0);
  f.from_third = third<Size>(tile, v);
  f.sum = cg::reduce(tile, v, cg::plus<int>());
  f.least = cg::reduce(tile, v - 7, cg::less<int>());
  f.bits = cg::reduce(tile, v, cg::bit_xor<int>());
  f.float_sum = cg::reduce(tile, static_cast<float>(v) / 4, cg::plus<float>());
  f.before = cg::exclusive_scan(tile, static_cast<float>(v), cg::plus<float>());
  f.double_most = cg::reduce(tile, v * 0.5, cg::greater<double>());
  f.up_to = cg::inclusive_scan(tile, static_cast<long long>(v));
  f.product_before = cg::exclusive_scan(tile, v + 1ll, Product());
  cg::sync(tile);
  return f;
}

template <unsigned Size>
__global__ void look_at_tiles(const int* in, Facts* out) {
  __shared__ cg::block_tile_memory<1024> memory;
  const auto block = cg::this_thread_block(memory);
  const auto tile = cg::tiled_partition<Size>(block);
  out[block.thread_rank()] = look<Size>(tile, in[block.thread_rank()]);
}

template <unsigned Size>
void check() {
  std::vector<int> in(1024);
  for (int i = 0; i < 1024; ++i) in[i] = i * 37 % 101;
  std::vector<Facts> out(1024);
  int* device_in;
  Facts* device_out;
  cudaMalloc(&device_in, in.size() * sizeof(int));
  cudaMalloc(&device_out, out.size() * sizeof(Facts));
  cudaMemcpy(device_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
  look_at_tiles<Size><<<1, dim3(32, 32)>>>(device_in, device_out);
  cudaMemcpy(out.data(), device_out, out.size() * sizeof(Facts), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (unsigned first = 0; first < 1024; first += Size) {
    int sum = 0, least = in[first] - 7, bits = 0, most = 0;
    bool any = false;
    for (unsigned i = first; i < first + Size; ++i) {
      sum += in[i];
      least = in[i] - 7 < least ? in[i] - 7 : least;
      most = in[i] > most ? in[i] : most;
      bits ^= in[i];
      any |= in[i] == 5;
    }
    long long before = 0, product = 0;
    for (unsigned i = first; i < first + Size; ++i) {
      const Facts& f = out[i];
      wrong += f.rank != i - first || f.size != Size || f.meta_rank != first / Size ||
               f.meta_size != 1024 / Size || f.warp_rank != (i - first) / 32 ||
               f.warps != Size / 32;
      wrong += f.any != any || f.all == 0 || f.from_third != in[first + 3] || f.sum != sum ||
               f.least != least || f.bits != bits || f.double_most != most * 0.5;
      wrong += f.float_sum != static_cast<float>(sum) / 4 ||
               f.before != static_cast<float>(before) || f.up_to != before + in[i] ||
               (i > first && f.product_before != product);
      before += in[i];
      product = i == first ? in[i] + 1 : Product()(product, in[i] + 1);
    }
  }
  std::printf("%u: %s\n", Size, wrong == 0 ? "right" : "wrong");
  cudaFree(device_in);
  cudaFree(device_out);
}

int main() {
  check<64>();
  check<128>();
  check<256>();
  check<512>();
  check<1024>();
}
