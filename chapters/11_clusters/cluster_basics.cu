// Chapter 11 · cluster_basics
//
// Blocks in groups: a cluster is a few neighbouring blocks of the grid that run at the same time. What
// a block is told about its cluster, how a launch asks for clusters, what is refused, and how many
// clusters a device can run at a time.
//
//   cluster_basics
#include <cooperative_groups.h>

#include "tutorial.cuh"

namespace cg = cooperative_groups;

constexpr int kBlock = 128;

// What a block finds out, in the order of the blocks.
struct Place {
  int cluster, rank, blocks;
};

__device__ Place place() {
  const cg::cluster_group cluster = cg::this_cluster();
  const dim3 size = cluster.dim_blocks();
  const int clusters_per_row = gridDim.x / size.x;
  const int number = blockIdx.y / size.y * clusters_per_row + blockIdx.x / size.x;
  return {number, static_cast<int>(cluster.block_rank()), static_cast<int>(cluster.num_blocks())};
}

// The size is part of the kernel: every launch has clusters of two blocks.
__global__ void __cluster_dims__(2) pairs(Place* places) {
  if (threadIdx.x == 0) places[blockIdx.y * gridDim.x + blockIdx.x] = place();
}

// The size comes with the launch.
__global__ void any_size(Place* places) {
  if (threadIdx.x == 0) places[blockIdx.y * gridDim.x + blockIdx.x] = place();
}

// All blocks of a cluster are there before one goes on: what chapter 04's barrier is to a block.
__global__ void with_memory(Place* places) {
  extern __shared__ int memory[];
  memory[threadIdx.x] = threadIdx.x;
  cg::this_cluster().sync();
  if (threadIdx.x == 0) places[blockIdx.x] = place();
}

// What a launch with clusters adds to <<<grid, block>>>.
cudaLaunchConfig_t config_of(dim3 grid, dim3 cluster, cudaLaunchAttribute* attribute) {
  *attribute = {};
  attribute->id = cudaLaunchAttributeClusterDimension;
  attribute->val.clusterDim = {cluster.x, cluster.y, cluster.z};
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = kBlock;
  config.attrs = attribute;
  config.numAttrs = 1;
  return config;
}

// The clusters and ranks of the grid's blocks, row by row: 1.2 is rank 2 in cluster 1.
bool print_places(const char* title, const Place* device, dim3 grid, dim3 cluster) {
  std::vector<Place> places(grid.x * grid.y);
  CHECK(cudaMemcpy(places.data(), device, places.size() * sizeof(Place), cudaMemcpyDeviceToHost));
  std::printf("%s\n", title);
  bool right = true;
  for (unsigned b = 0; b < places.size(); ++b) {
    const unsigned x = b % grid.x, y = b / grid.x;
    const int number = y / cluster.y * (grid.x / cluster.x) + x / cluster.x;
    const int rank = y % cluster.y * cluster.x + x % cluster.x;
    std::printf("  %d.%d%s", places[b].cluster, places[b].rank, x + 1 == grid.x ? "\n" : "");
    right &= places[b].cluster == number && places[b].rank == rank &&
             places[b].blocks == static_cast<int>(cluster.x * cluster.y);
  }
  return right;
}

void print_launches(Place* places) {
  Table table({"clusters of", "grid", "the launch"});
  const auto launch = [&](int cluster, int grid, const char* remark) {
    cudaLaunchAttribute attribute;
    const cudaLaunchConfig_t config = config_of(grid, cluster, &attribute);
    const cudaError_t error = cudaLaunchKernelEx(&config, any_size, places);
    (void)cudaGetLastError();
    CHECK(cudaDeviceSynchronize());
    table.add({std::to_string(cluster) + remark, std::to_string(grid), cudaGetErrorName(error)});
  };
  launch(3, 12, "");
  launch(8, 12, "");
  launch(8, 16, "");
  launch(16, 16, "");
  CHECK(cudaFuncSetAttribute(any_size, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  launch(16, 16, ", allowed");
  std::puts("");
  table.print();
}

// How many clusters run at the same time, by their size and by the shared memory of a block.
void print_occupancy() {
  CHECK(cudaFuncSetAttribute(with_memory, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  const int most = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  CHECK(cudaFuncSetAttribute(with_memory, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
  std::vector<Heading> headings = {"shared memory per block"};
  for (const int size : {1, 2, 4, 8, 16}) headings.push_back("of " + std::to_string(size));
  headings.push_back("largest");
  Table table(headings);
  for (const int bytes : {1 << 10, 64 << 10, 113 << 10, most}) {
    std::vector<std::string> row = {std::to_string(bytes >> 10) + " KiB"};
    cudaLaunchAttribute attribute;
    for (const int size : {1, 2, 4, 8, 16}) {
      cudaLaunchConfig_t config = config_of(size, size, &attribute);
      config.dynamicSmemBytes = bytes;
      int clusters = 0;
      CHECK(cudaOccupancyMaxActiveClusters(&clusters, with_memory, &config));
      row.push_back(std::to_string(clusters));
    }
    cudaLaunchConfig_t config = config_of(16, 1, &attribute);
    config.dynamicSmemBytes = bytes;
    config.numAttrs = 0;
    int largest = 0;
    CHECK(cudaOccupancyMaxPotentialClusterSize(&largest, with_memory, &config));
    row.push_back(std::to_string(largest));
    table.add(row);
  }
  std::puts("\nclusters that run at the same time, blocks of 128 threads");
  table.print();
}

int main(int argc, char** argv) {
  Options::without_size(argc, argv, "Blocks in clusters: places, launches, occupancy.");
  require_compute_capability(9, 0);
  Place* places = nullptr;
  CHECK(cudaMalloc(&places, 16 * sizeof(Place)));
  CHECK(cudaMemset(places, 0xff, 16 * sizeof(Place)));

  pairs<<<8, kBlock>>>(places);
  CHECK_LAST();
  bool right = print_places("8 blocks in clusters of 2", places, 8, 2);

  cudaLaunchAttribute attribute;
  const cudaLaunchConfig_t config = config_of(dim3(8, 2), dim3(4, 2), &attribute);
  CHECK(cudaLaunchKernelEx(&config, any_size, places));
  right &= print_places("8 × 2 blocks in clusters of 4 × 2", places, dim3(8, 2), dim3(4, 2));

  print_launches(places);
  print_occupancy();
  CHECK(cudaFree(places));
  return verdict(right);
}
