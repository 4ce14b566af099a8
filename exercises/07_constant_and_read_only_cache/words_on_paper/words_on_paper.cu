// Exercise · words_on_paper: how many different words does a warp ask for, and how large is a halo?
// The task is README.md, hints are in hints.md, the check is check.cu.

// All threads of a block read an element of `__constant__ float c[1024]`. The cache of constant memory
// delivers one word at a time: how many words does it deliver for the request of the first warp?
//
// TODO (about 11 lines): the numbers
constexpr int kAll = -1;      // block of 256:     c[threadIdx.x]
constexpr int kBlock = -1;    // block of 256:     c[blockIdx.x]
constexpr int kShares = -1;   // block of 256:     c[threadIdx.x / 8]
constexpr int kRest = -1;     // block of 256:     c[threadIdx.x % 5]
constexpr int kRow = -1;      // block of 16 × 16: c[threadIdx.y]
constexpr int kPlace = -1;    // block of 8 × 8:   c[32 * threadIdx.y + threadIdx.x / 4]
constexpr int kSquares = -1;  // block of 256:     c[threadIdx.x * threadIdx.x % 8]

// A picture of 100 × 50 pixels is filtered with 5 × 5 weights by blocks of 32 × 8 threads, one result
// per thread.
constexpr int kTile = -1;    // pixels of a tile with its halo, away from the edges
constexpr int kCorner = -1;  // pixels of the first block's tile that lie in the picture
constexpr int kLast = -1;    // the same of block (3, 6), the last one in both directions
// END
