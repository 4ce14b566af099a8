// Chapter 13 · tensor_map
//
// A tensor map tells the TMA what a matrix looks like; a kernel then names a box by the coordinates of its corner.
// What lies outside of the matrix becomes 0. In shared memory the rows of a box can be swizzled: pieces of 16
// bytes trade places, so that those of a column lie in different banks. For compute capability 9.0 and newer.
//
//   tensor_map
#include "ring.cuh"
#include "tensor_maps.cuh"

// Copies the box at (x, y) to shared memory, and what then lies there, byte after byte, to `out`. A map is a kernel's
// parameter, constant and where the TMA can read it: __grid_constant__.
__global__ void copy_box(const __grid_constant__ CUtensorMap map, int x, int y, int* out,
                         int count) {
  alignas(1024) __shared__ int box[1024];  // the pattern of a swizzle begins at multiples of 1024
  __shared__ Barrier barrier;
  const int corner[] = {x, y};
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&barrier, 1);
    fence_init();
    arrive_expecting(&barrier, count * sizeof(int));  // the whole box counts, also what is outside
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &map, corner, &barrier);
  }
  __syncthreads();
  wait(&barrier, 0);
  for (int i = threadIdx.x; i < count; i += blockDim.x) out[i] = box[i];
}

// What is in shared memory after the box at (x, y) has been copied there.
std::vector<int> box_at(const CUtensorMap& map, int x, int y, int count) {
  std::vector<int> box(count);
  int* out = nullptr;
  CHECK(cudaMalloc(&out, count * sizeof(int)));
  CHECK(cudaMemset(out, 0x7f, count * sizeof(int)));
  copy_box<<<1, 128>>>(map, x, y, out, count);
  CHECK_LAST();
  CHECK(cudaMemcpy(box.data(), out, count * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(out));
  return box;
}

// Boxes of 4 × 8 at all positions that touch a matrix of 9 rows × 13 columns, and some that do not.
bool copy_boxes() {
  constexpr int kRows = 9, kColumns = 13, kLd = 16, kBoxRows = 4, kBoxColumns = 8;
  std::vector<int> host(kRows * kLd, -1);  // the last three of each row are not of the matrix
  for (int y = 0; y < kRows; ++y) {
    for (int x = 0; x < kColumns; ++x) host[y * kLd + x] = 100 * (y + 1) + x;
  }
  int* matrix = nullptr;
  CHECK(cudaMalloc(&matrix, host.size() * sizeof(int)));
  CHECK(cudaMemcpy(matrix, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice));
  const CUtensorMap map =
      tensor_map(matrix, kRows, kColumns, kLd, kBoxRows, kBoxColumns, CU_TENSOR_MAP_SWIZZLE_NONE);
  bool right = true;
  for (int y = -5; y <= kRows + 1; ++y) {
    for (int x = -9; x <= kColumns + 1; ++x) {
      const std::vector<int> box = box_at(map, x, y, kBoxRows * kBoxColumns);
      const bool shown = x == 9 && y == -1;
      if (shown) std::printf("The box of 4 × 8 at x = 9, y = -1 of 9 rows × 13 columns:\n");
      for (int i = 0; i < kBoxRows * kBoxColumns; ++i) {
        const int r = y + i / kBoxColumns, c = x + i % kBoxColumns;
        const int expected = r >= 0 && r < kRows && c >= 0 && c < kColumns ? host[r * kLd + c] : 0;
        if (shown) std::printf("%4d%s", box[i], i % kBoxColumns == kBoxColumns - 1 ? "\n" : "");
        if (box[i] == expected || !right) continue;
        std::printf("FAILED  box at x = %d, y = %d, element %d: %d instead of %d\n", x, y, i,
                    box[i], expected);
        right = false;
      }
    }
  }
  CHECK(cudaFree(matrix));
  return right;
}

struct Mode {
  const char* name;
  CUtensorMapSwizzle swizzle;
  int bytes;  // of a row of a box: the most that this mode permits
  int mask;   // how many bits of the line change the piece
};

// Where piece p of 16 bytes lies, counted from the beginning of the tile: the number of the line of 128 bytes that it
// would lie in, modulo 8, 4 or 2, changes its place within that line.
int place(int p, const Mode& mode) { return p ^ (p >> 3 & mode.mask); }

// Draws 1024 bytes of shared memory, 8 lines of all 32 banks. A number is "row.piece".
bool draw(const Mode& mode) {
  const int pieces = mode.bytes / 16, rows = 1024 / mode.bytes, columns = mode.bytes / 4;
  std::vector<int> host(rows * columns);
  for (int i = 0; i < rows * columns; ++i) host[i] = i / 4;  // the piece's number
  int* matrix = nullptr;
  CHECK(cudaMalloc(&matrix, host.size() * sizeof(int)));
  CHECK(cudaMemcpy(matrix, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice));
  const std::vector<int> tile =
      box_at(tensor_map(matrix, rows, columns, columns, rows, columns, mode.swizzle), 0, 0,
             rows * columns);
  std::printf("\n%s, rows of %d bytes\n", mode.name, mode.bytes);
  for (int p = 0; p < 64; ++p) {
    const int there = tile[4 * p];
    std::printf("%4d.%d%s", there / pieces, there % pieces, p % 8 == 7 ? "\n" : "");
  }
  bool right = true;
  for (int i = 0; i < 256; ++i) right &= tile[4 * place(i / 4, mode) + i % 4] == host[i];
  if (!right) std::printf("FAILED  %s: another pattern was expected\n", mode.name);
  CHECK(cudaFree(matrix));
  return right;
}

int main(int argc, char** argv) {
  Options::without_size(argc, argv, "Boxes of a matrix, copied by the TMA.");
  require_compute_capability(9, 0);
  bool right = copy_boxes();
  for (const Mode& mode : {Mode{"not swizzled", CU_TENSOR_MAP_SWIZZLE_NONE, 128, 0},
                           Mode{"swizzle of 32 bytes", CU_TENSOR_MAP_SWIZZLE_32B, 32, 1},
                           Mode{"swizzle of 64 bytes", CU_TENSOR_MAP_SWIZZLE_64B, 64, 3},
                           Mode{"swizzle of 128 bytes", CU_TENSOR_MAP_SWIZZLE_128B, 128, 7}}) {
    right &= draw(mode);
  }
  return verdict(right);
}
