// Exercise · launches_on_paper: how many grids, how deep, in which order, and what does a child see?
// The task is README.md, hints are in hints.md, the check is check.cu.

// TODO (about 12 lines): the numbers
//   __global__ void tree(int levels) {
//     if (levels > 0) tree<<<2, 1>>>(levels - 1);
//   }
//   tree<<<1, 1>>>(3);
// why: each block launches one: 1 by the root, 2 and 4 below. The root itself is the host's
constexpr int kTreeGrids = 7;  // launched by kernels: the host's own does not count
// why: the root has 1, each of the 7 others 2
constexpr int kTreeBlocks = 15;  // of all grids, including the host's
// why: levels is 3, 2, 1, 0 at depths 0, 1, 2, 3; at 0 nothing is launched
constexpr int kTreeDepth = 3;  // of the deepest grid; the host's launch has depth 0

//   __global__ void add_one(int* count) { atomicAdd(count, 1); }
//   __global__ void every(int* count) {
//     if (threadIdx.x % 16 == 0) add_one<<<1, 8>>>(count);
//   }
//   every<<<3, 64>>>(count);                                 // *count was 0
// why: threads 0, 16, 32, 48 of 3 blocks launch: 12 grids, and each of 8 threads adds 1
constexpr int kEveryCount = 96;  // *count after cudaDeviceSynchronize()

// Eight rows with 5, 33, 32, 100, 0, 64, 1000 and 31 numbers.
//   __global__ void rows(const int* length, int n) {
//     const int i = blockIdx.x * blockDim.x + threadIdx.x;
//     if (i < n && length[i] > 32) row<<<(length[i] + 31) / 32, 32>>>(i);
//   }
//   rows<<<1, 32>>>(length, 8);
// why: 33, 100, 64 and 1000 are above 32; 32 itself is not
constexpr int kRowsGrids = 4;  // launched by kernels
// why: rounded up to whole blocks of 32: 2 + 4 + 2 + 32
constexpr int kRowsBlocks = 40;  // of those

//   __global__ void parent() {
//     a<<<1, 1>>>();
//     b<<<1, 1>>>();
//     c<<<1, 1, 0, cudaStreamFireAndForget>>>();
//     d<<<1, 1, 0, cudaStreamTailLaunch>>>();
//     e<<<1, 1>>>();
//   }
//   parent<<<2, 1>>>();
// why: in both blocks: a, the first in its null stream, and c. b waits for a, e for b
constexpr int kAtOnce = 4;  // of the ten grids: those that wait for none of the other nine
// why: both d are in the one tail queue of the grid: the second waits for all the others
constexpr int kBeforeLast = 9;  // of the ten: those that have ended when the last one begins

//   __global__ void add_ten(int* x) { *x += 10; }
//   __global__ void times_two(int* x) { *x *= 2; }
//   __global__ void compute(int* x) {
//     times_two<<<1, 1, 0, cudaStreamTailLaunch>>>(x);
//     add_ten<<<1, 1>>>(x);
//     add_ten<<<1, 1>>>(x);
//     add_ten<<<1, 1, 0, cudaStreamTailLaunch>>>(x);
//   }
//   compute<<<1, 1>>>(x);                                    // *x was 1
// why: add, add, then the tail queue: ((1 + 10 + 10) × 2) + 10
constexpr int kX = 52;  // *x after cudaDeviceSynchronize()

// `ones` was all 0. Every child counts the ones in the whole array, so it reads what other threads write,
// perhaps at the same time. How many is it sure to see?
//   __global__ void count_ones(const int* ones, int* sum);   // one block; adds up all 256 elements
//   __global__ void write_ones(int* ones, int* sum) {
//     ones[blockIdx.x * 64 + threadIdx.x] = 1;
//     // here
//     if (threadIdx.x == 0 && blockIdx.x == 0) count_ones<<<1, 256>>>(ones, sum);
//   }
//   write_ones<<<4, 64>>>(ones, sum);
// why: only what the launching thread has written itself
constexpr int kSureAsItIs = 1;
// why: the threads of its block, for which the barrier has waited
constexpr int kSureWithBarrier = 64;  // __syncthreads() where it says "here"
// why: a tail launch comes after all blocks of its parent
constexpr int kSureInTail = 256;  // as it is, but launched into cudaStreamTailLaunch
// END
