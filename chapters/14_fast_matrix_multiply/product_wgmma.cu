// Chapter 14 · product_wgmma
//
// Hopper's own way: one thread has the TMA copy tiles into shared memory, and eight warps have tensor cores
// multiply them from there (wgmma). Both work asynchronously, and barriers in shared memory tell each when
// the other has finished. Blocks of a cluster share what they copy of B. For compute capability 9.0 alone.
//
//   product_wgmma [--size N] [--columns N] [--depth N]      C has size × columns elements, sums of depth
#include "hopper.cuh"
#include "products.cuh"

using T = __nv_bfloat16;

constexpr int kRows = 128, kColumns = 256, kStep = 64;  // of a block's tile of C; of k at a time
constexpr int kConsumers = 2;                           // groups of four warps, 64 rows each
constexpr int kThreads = 128 * (1 + kConsumers);

struct Stage {
  T a[kRows][kStep];
  T b[kColumns / 64][kStep][64];
};

template <int kStages>
struct Shared {
  Stage stages[kStages];
  Barrier full[kStages], empty[kStages];
};

// Blocks of a cluster have tiles of C below each other. Each copies its rows of A and its share of the
// columns of B, these to all blocks.
template <int kStages, int kCluster>
__device__ void produce(Shared<kStages>& shared, const CUtensorMap& a, const CUtensorMap& b,
                        int row0, int column0, int k, int rank, Place<kStages>& at) {
  constexpr int kBoxes = kColumns / 64 / kCluster;
  for (int k0 = 0; k0 < k; k0 += kStep, at.next()) {
    wait(&shared.empty[at.stage], at.parity ^ 1);
    Stage& stage = shared.stages[at.stage];
    Barrier* full = &shared.full[at.stage];
    arrive_expecting(full, sizeof(Stage));
    copy_box<1>(stage.a, &a, k0, row0, full);
    for (int i = rank * kBoxes; i < (rank + 1) * kBoxes; ++i) {
      copy_box<kCluster>(stage.b[i], &b, column0 + 64 * i, k0, full);
    }
  }
}

// Sums up 64 rows of the tile. While the products of one stage are computed, those of the next are issued.
template <int kStages, int kCluster>
__device__ void consume(float (&sum)[kColumns / 2], Shared<kStages>& shared, int row, int k,
                        Place<kStages>& at) {
  int before = -1;
  for (int k0 = 0; k0 < k; k0 += kStep, at.next()) {
    wait(&shared.full[at.stage], at.parity);
    const Stage& stage = shared.stages[at.stage];
    begin_products();
#pragma unroll
    for (int i = 0; i < kStep; i += 16) {
      multiply_64x256(sum, descriptor(&stage.a[row][i], 0, sizeof stage.a[0] * 8),
                      descriptor(&stage.b[0][i], sizeof stage.b[0], sizeof stage.b[0][0] * 8),
                      k0 + i > 0);
    }
    commit_products();
    wait_for_products<1>(sum);
    if (before >= 0) release<kCluster>(&shared.empty[before]);
    before = at.stage;
  }
  wait_for_products<0>(sum);
  release<kCluster>(&shared.empty[before]);
}

// As many blocks as fit run until all tiles are done, so that the next tile's copies begin while the last
// one's sums are stored.
template <int kStages, int kCluster>
__global__ void __cluster_dims__(kCluster, 1, 1) __launch_bounds__(kThreads, 1)
    multiply(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float* c,
             Shape s) {
  extern __shared__ __align__(1024) unsigned char memory[];
  auto& shared = *reinterpret_cast<Shared<kStages>*>(memory);
  if (threadIdx.x == 0) {
    for (Barrier& barrier : shared.full) ptx::mbarrier_init(&barrier, 1);
    for (Barrier& barrier : shared.empty) ptx::mbarrier_init(&barrier, kCluster * kConsumers * 4);
    fence_init();
  }
  cluster_arrive_and_wait();

  const int rank = cooperative_groups::this_cluster().block_rank(), group = threadIdx.x / 128;
  const int rows = divide_up(s.m, kRows * kCluster), columns = divide_up(s.n, kColumns);
  Place<kStages> at;
  if (group == 0) {
    fewer_registers<40>();
    if (threadIdx.x == 0) {
      for (int i = blockIdx.x / kCluster; i < rows * columns; i += gridDim.x / kCluster) {
        const Tile tile = tile_of(i, rows, columns);
        produce<kStages, kCluster>(shared, a, b, (tile.row * kCluster + rank) * kRows,
                                   tile.column * kColumns, s.k, rank, at);
      }
    }
  } else {
    more_registers<232>();
    const int row = (group - 1) * 64, lane = threadIdx.x % 32;
    float sum[kColumns / 2];
    for (int i = blockIdx.x / kCluster; i < rows * columns; i += gridDim.x / kCluster) {
      const Tile tile = tile_of(i, rows, columns);
      consume<kStages, kCluster>(sum, shared, row, s.k, at);
      const int y =
          (tile.row * kCluster + rank) * kRows + row + threadIdx.x / 32 % 4 * 16 + lane / 4;
      const int x = tile.column * kColumns + lane % 4 * 2;
#pragma unroll
      for (int j = 0; j < kColumns / 8; ++j) {
        if (y < s.m) store_2(c + size_t(y) * s.ldc, x + 8 * j, s.n, s.alpha, &sum[4 * j]);
        if (y + 8 < s.m)
          store_2(c + size_t(y + 8) * s.ldc, x + 8 * j, s.n, s.alpha, &sum[4 * j + 2]);
      }
    }
  }
  __syncwarp();
  cluster_arrive_and_wait();  // no block ends while others of its cluster still arrive at its barriers
}

template <int kStages, int kCluster>
void run(Products<T>& products, const char* name) {
  const Shape s = products.shape();
  const CUtensorMap a = tensor_map(products.a(), s.m, s.k, s.lda, kRows);
  const CUtensorMap b = tensor_map(products.b(), s.k, s.n, s.ldb, kStep);
  constexpr int kShared = sizeof(Shared<kStages>);
  const auto kernel = multiply<kStages, kCluster>;
  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared));
  // As many clusters as run at the same time: not every multiprocessor finds others for a cluster.
  cudaLaunchConfig_t config = {};
  config.gridDim = kCluster;
  config.blockDim = kThreads;
  config.dynamicSmemBytes = kShared;
  int clusters = 0;
  CHECK(cudaOccupancyMaxActiveClusters(&clusters, kernel, &config));
  const int tiles = divide_up(s.m, kRows * kCluster) * divide_up(s.n, kColumns);
  const int blocks = std::min(tiles, clusters) * kCluster;
  products.run(name,
               [=, &products] { kernel<<<blocks, kThreads, kShared>>>(a, b, products.c(), s); });
}

int main(int argc, char** argv) {
  require_exact_compute_capability(9, 0);  // code for 9.0a runs on no newer one
  Products<T> products(argc, argv, "A product on Hopper's tensor cores, by TMA and wgmma.");
  run<4, 1>(products, "blocks alone");
  run<4, 2>(products, "clusters of 2");
  run<4, 4>(products, "clusters of 4");
  return products.report();
}
