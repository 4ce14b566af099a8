// The loads are coalesced, and the stores go to 32 rows: the tile is not used to exchange anything.
// rejected by: hardware counter
// expect: sectors per store
#include <cuda_runtime.h>

constexpr int kTile = 32, kGreys = 16;

__host__ __device__ inline int grey_of(float brightness) {
  const int grey = static_cast<int>(brightness * kGreys);
  return grey < kGreys ? grey : kGreys - 1;
}

constexpr bool kCaseIsOpen = true;  // true: the check runs the program

// Rows become columns: turned[x * height + y] = page[y * width + x].
__global__ void turn(float* turned, const float* page, int width, int height) {
  __shared__ float tile[kTile][kTile];
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = page[y * width + x];
  __syncthreads();
  if (x < width && y < height) turned[x * height + y] = tile[threadIdx.y][threadIdx.x];
}

__global__ void count_greys(unsigned* greys, const float* page, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&greys[grey_of(page[i])], 1);
}

// greys[g] is how many pixels of the page have the grey g; it is 0 before.
void scan_page(float* turned, unsigned* greys, const float* page, int width, int height) {
  const dim3 block(kTile, kTile), grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
  turn<<<grid, block>>>(turned, page, width, height);
  count_greys<<<(width * height + 255) / 256, 256>>>(greys, page, width * height);
}
