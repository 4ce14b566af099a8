// Exercise · ranks_on_paper: which block is it, whose memory, and how many requests?
// The task is README.md, hints are in hints.md, the check is check.cu.

// TODO (about 15 lines): the numbers
// A grid of 24 blocks in clusters of 4. The block with blockIdx.x = 18:
// why: 18 / 4: neighbouring blocks are a cluster
constexpr int kClusterOfBlock = 4;  // the number of its cluster, from 0 on
// why: 18 % 4: blocks 16 to 19 are cluster 4
constexpr int kRankOfBlock = 2;  // its rank in the cluster

// A grid of 8 × 4 blocks in clusters of 4 × 2. The block with blockIdx = (6, 3):
// why: x = 6 % 4 = 2, y = 3 % 2 = 1, and x counts first: 1 × 4 + 2
constexpr int kRankOf6And3 = 6;

// 1001 bins in a cluster of 4 blocks, in ranges of (1001 + 3) / 4 bins. Bin 600:
// why: a range has 251 bins: 600 / 251
constexpr int kRankOfBin = 2;  // the rank of the block that has it
// why: the range of rank 2 begins at bin 502: 600 − 502
constexpr int kPlaceOfBin = 98;  // its index in the array of that block

// How many of these launches of a kernel are refused? Nothing has been set for the kernel.
//   grid 12 in clusters of 8      grid 16 in clusters of 8
//   grid 12 in clusters of 3      grid 16 in clusters of 16
// why: 12 is no multiple of 8, and 16 blocks have to be allowed. 3 need not be a power of two
constexpr int kRefused = 2;

// A device has 132 multiprocessors in 8 groups, of 18, 18, 18, 18, 18, 16, 16 and 10. All blocks of a
// cluster run in one group. A multiprocessor has room for one block. How many clusters run at a time?
// why: 3 in each group of 18 and of 16, and 2 in that of 10: 5 × 3 + 2 × 3 + 2
constexpr int kClustersOf5 = 23;
// why: 3 in each group of 18, 2 in each of 16, and 1 in that of 10: 5 × 3 + 2 × 2 + 1
constexpr int kClustersOf6 = 20;

// From here on one cluster of 4 blocks runs, each of 128 threads. All blocks have filled
//   __shared__ int tile[256], sums[4];
// (tile begins at a multiple of 32 bytes) and have met at cluster.sync(). `rank` is the block's own.
// How many requests to the memory of *other* blocks do the four blocks make together, and how many
// sectors of 32 bytes of *other* blocks do these need?
//
//   sum = cluster.map_shared_rank(tile, (rank + 1) % 4)[threadIdx.x];
// why: 4 blocks of 4 warps, one request each
constexpr int kNextRequests = 16;
// why: 32 neighbouring words are 128 bytes, 4 sectors: 16 × 4
constexpr int kNextSectors = 64;

//   sum = cluster.map_shared_rank(tile, (rank + 1) % 4)[2 * threadIdx.x];
// why: every second word: 256 bytes, 8 sectors for each of 16 requests
constexpr int kApartSectors = 128;

//   for (int r = 0; r < 4; ++r) sum += cluster.map_shared_rank(tile, r)[threadIdx.x];
// why: each of 16 warps asks 3 other blocks; the fourth is its own
constexpr int kAllRequests = 48;

//   if (threadIdx.x == 0) cluster.map_shared_rank(sums, 0)[rank] = sum;
// why: rank 0 stores into its own memory
constexpr int kHandOverRequests = 3;

//   if (rank == 0 && threadIdx.x < 4) sum = *cluster.map_shared_rank(sums, threadIdx.x);
// why: one warp of rank 0 executes one load
constexpr int kGatherRequests = 1;
// why: words of different blocks are in different sectors; lane 0 reads its own
constexpr int kGatherSectors = 3;

//   sum = cluster.map_shared_rank(tile, threadIdx.x % 4)[threadIdx.x / 4];
// why: 8 lanes read 8 neighbouring words of each block, 1 sector; 16 warps × 3 other blocks
constexpr int kDealtSectors = 48;
// END
