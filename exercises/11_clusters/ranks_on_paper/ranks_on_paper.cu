// Exercise · ranks_on_paper: which block is it, whose memory, and how many requests?
// The task is README.md, hints are in hints.md, the check is check.cu.

// TODO (about 15 lines): the numbers
// A grid of 24 blocks in clusters of 4. The block with blockIdx.x = 18:
constexpr int kClusterOfBlock = -1;  // the number of its cluster, from 0 on
constexpr int kRankOfBlock = -1;     // its rank in the cluster

// A grid of 8 × 4 blocks in clusters of 4 × 2. The block with blockIdx = (6, 3):
constexpr int kRankOf6And3 = -1;

// 1001 bins in a cluster of 4 blocks, in ranges of (1001 + 3) / 4 bins. Bin 600:
constexpr int kRankOfBin = -1;   // the rank of the block that has it
constexpr int kPlaceOfBin = -1;  // its index in the array of that block

// How many of these launches of a kernel are refused? Nothing has been set for the kernel.
//   grid 12 in clusters of 8      grid 16 in clusters of 8
//   grid 12 in clusters of 3      grid 16 in clusters of 16
constexpr int kRefused = -1;

// A device has 132 multiprocessors in 8 groups, of 18, 18, 18, 18, 18, 16, 16 and 10. All blocks of a
// cluster run in one group. A multiprocessor has room for one block. How many clusters run at a time?
constexpr int kClustersOf5 = -1;
constexpr int kClustersOf6 = -1;

// From here on one cluster of 4 blocks runs, each of 128 threads. All blocks have filled
//   __shared__ int tile[256], sums[4];
// (tile begins at a multiple of 32 bytes) and have met at cluster.sync(). `rank` is the block's own.
// How many requests to the memory of *other* blocks do the four blocks make together, and how many
// sectors of 32 bytes of *other* blocks do these need?
//
//   sum = cluster.map_shared_rank(tile, (rank + 1) % 4)[threadIdx.x];
constexpr int kNextRequests = -1;
constexpr int kNextSectors = -1;

//   sum = cluster.map_shared_rank(tile, (rank + 1) % 4)[2 * threadIdx.x];
constexpr int kApartSectors = -1;

//   for (int r = 0; r < 4; ++r) sum += cluster.map_shared_rank(tile, r)[threadIdx.x];
constexpr int kAllRequests = -1;

//   if (threadIdx.x == 0) cluster.map_shared_rank(sums, 0)[rank] = sum;
constexpr int kHandOverRequests = -1;

//   if (rank == 0 && threadIdx.x < 4) sum = *cluster.map_shared_rank(sums, threadIdx.x);
constexpr int kGatherRequests = -1;
constexpr int kGatherSectors = -1;

//   sum = cluster.map_shared_rank(tile, threadIdx.x % 4)[threadIdx.x / 4];
constexpr int kDealtSectors = -1;
// END
