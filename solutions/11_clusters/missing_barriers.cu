// Exercise · missing_barriers: heat in a ring of blocks, and barriers at which not all of them wait.
// The task is README.md, hints are in hints.md, the check is check.cu.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int kBlock = 128;

// TODO (about 7 lines): open the case, read the report, answer, and repair the kernel
constexpr bool kCaseIsOpen = true;  // true: the check runs the kernel
// A cluster of 4. Thread 0 of the block with rank 0 reads its left neighbour: in the memory of which
// rank? And the memory of which rank does the block with rank 2 read in the last line?
constexpr int kLeftOfRank0 = 3;
constexpr int kLastOfRank2 = 0;

// Every cluster is a ring of cells, one per thread. In each round a cell moves by a quarter towards
// each of its two neighbours. Then the ring is turned by half: what rank 0 has goes to the block
// halfway around. Launched in clusters of 1, 2, 4 or 8 blocks of kBlock threads.
__global__ void warm_ring(float* out, const float* in, int rounds) {
  __shared__ float cells[kBlock];
  const cg::cluster_group cluster = cg::this_cluster();
  const int size = cluster.num_blocks(), rank = cluster.block_rank();
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  const float* before = cluster.map_shared_rank(cells, (rank + size - 1) % size);
  const float* behind = cluster.map_shared_rank(cells, (rank + 1) % size);
  cells[t] = in[i];
  for (int round = 0; round < rounds; ++round) {
    cluster.sync();  // the cells are up to date
    const float left = t > 0 ? cells[t - 1] : before[kBlock - 1];
    const float right = t + 1 < kBlock ? cells[t + 1] : behind[0];
    cluster.sync();  // they have been read
    cells[t] += 0.25f * (left + right - 2 * cells[t]);
  }
  cluster.sync();
  out[i] = cluster.map_shared_rank(cells, (rank + size / 2) % size)[t];
  cluster.sync();  // a block that has ended has no memory any more
}
// END
