// Exercise · launches_on_paper: how many grids, how deep, in which order, and what does a child see?
// The task is README.md, hints are in hints.md, the check is check.cu.

// TODO (about 12 lines): the numbers
//   __global__ void tree(int levels) {
//     if (levels > 0) tree<<<2, 1>>>(levels - 1);
//   }
//   tree<<<1, 1>>>(3);
constexpr int kTreeGrids = -1;   // launched by kernels: the host's own does not count
constexpr int kTreeBlocks = -1;  // of all grids, including the host's
constexpr int kTreeDepth = -1;   // of the deepest grid; the host's launch has depth 0

//   __global__ void add_one(int* count) { atomicAdd(count, 1); }
//   __global__ void every(int* count) {
//     if (threadIdx.x % 16 == 0) add_one<<<1, 8>>>(count);
//   }
//   every<<<3, 64>>>(count);                                 // *count was 0
constexpr int kEveryCount = -1;  // *count after cudaDeviceSynchronize()

// Eight rows with 5, 33, 32, 100, 0, 64, 1000 and 31 numbers.
//   __global__ void rows(const int* length, int n) {
//     const int i = blockIdx.x * blockDim.x + threadIdx.x;
//     if (i < n && length[i] > 32) row<<<(length[i] + 31) / 32, 32>>>(i);
//   }
//   rows<<<1, 32>>>(length, 8);
constexpr int kRowsGrids = -1;   // launched by kernels
constexpr int kRowsBlocks = -1;  // of those

//   __global__ void parent() {
//     a<<<1, 1>>>();
//     b<<<1, 1>>>();
//     c<<<1, 1, 0, cudaStreamFireAndForget>>>();
//     d<<<1, 1, 0, cudaStreamTailLaunch>>>();
//     e<<<1, 1>>>();
//   }
//   parent<<<2, 1>>>();
constexpr int kAtOnce = -1;      // of the ten grids: those that wait for none of the other nine
constexpr int kBeforeLast = -1;  // of the ten: those that have ended when the last one begins

//   __global__ void add_ten(int* x) { *x += 10; }
//   __global__ void times_two(int* x) { *x *= 2; }
//   __global__ void compute(int* x) {
//     times_two<<<1, 1, 0, cudaStreamTailLaunch>>>(x);
//     add_ten<<<1, 1>>>(x);
//     add_ten<<<1, 1>>>(x);
//     add_ten<<<1, 1, 0, cudaStreamTailLaunch>>>(x);
//   }
//   compute<<<1, 1>>>(x);                                    // *x was 1
constexpr int kX = -1;  // *x after cudaDeviceSynchronize()

// `ones` was all 0. Every child counts the ones in the whole array, so it reads what other threads write,
// perhaps at the same time. How many is it sure to see?
//   __global__ void count_ones(const int* ones, int* sum);   // one block; adds up all 256 elements
//   __global__ void write_ones(int* ones, int* sum) {
//     ones[blockIdx.x * 64 + threadIdx.x] = 1;
//     // here
//     if (threadIdx.x == 0 && blockIdx.x == 0) count_ones<<<1, 256>>>(ones, sum);
//   }
//   write_ones<<<4, 64>>>(ones, sum);
constexpr int kSureAsItIs = -1;
constexpr int kSureWithBarrier = -1;  // __syncthreads() where it says "here"
constexpr int kSureInTail = -1;       // as it is, but launched into cudaStreamTailLaunch
// END
