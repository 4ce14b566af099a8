// Chapter 13 · tensor_map
//
// A tensor map tells the TMA what a matrix looks like; a kernel then names a box by the coordinates of its corner.
// What lies outside of the matrix becomes 0. In shared memory the rows of a box can be swizzled: pieces of 16
// bytes trade places, so that those of a column lie in different banks. For compute capability 9.0 and newer.
//
//   tensor_map [--swizzle BYTES]      128 (default), 64 or 32: drawn below the box that is not swizzled
#include "ring.cuh"
#include "tensor_maps.cuh"

// Copies the box at (x, y) to shared memory, and what then lies there, float after float, to `out`. A map is a kernel's
// parameter, constant and where the TMA can read it: __grid_constant__.
__global__ void copy_box(const __grid_constant__ CUtensorMap map, int x, int y, float* out,
                         int count) {
  alignas(1024) __shared__ float box[256];  // the pattern of a swizzle begins at multiples of 1024
  __shared__ Barrier barrier;
  const int corner[] = {x, y};
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&barrier, 1);
    fence_init();
    arrive_expecting(&barrier, count * sizeof(float));  // all of the box, also what is outside
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &map, corner, &barrier);
  }
  __syncthreads();
  wait(&barrier, 0);
  for (int i = threadIdx.x; i < count; i += blockDim.x) out[i] = box[i];
}

// What is in shared memory after the box at (x, y) has been copied there.
std::vector<float> box_at(const CUtensorMap& map, int x, int y, int count) {
  std::vector<float> box(count);
  float* out = nullptr;
  CHECK(cudaMalloc(&out, count * sizeof(float)));
  poison(out, count);
  copy_box<<<1, 128>>>(map, x, y, out, count);
  CHECK_LAST();
  CHECK(cudaMemcpy(box.data(), out, count * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(out));
  return box;
}

float* to_device(const std::vector<float>& host) {
  float* matrix = nullptr;
  CHECK(cudaMalloc(&matrix, host.size() * sizeof(float)));
  CHECK(cudaMemcpy(matrix, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice));
  return matrix;
}

// Boxes of 4 rows × 32 columns of a matrix of 9 rows × 44 columns, at every row and at every fourth column. Prints the
// right half of one that ends outside of the matrix, below and at the right.
bool copy_boxes() {
  constexpr int kRows = 9, kColumns = 44, kLd = 48, kBoxRows = 4, kBoxColumns = 32;
  std::vector<float> host(kRows * kLd, -1);  // the last four of each row are not of the matrix
  for (int y = 0; y < kRows; ++y) {
    for (int x = 0; x < kColumns; ++x) host[y * kLd + x] = 100 * (y + 1) + x;
  }
  float* const matrix = to_device(host);
  const CUtensorMap map =
      tensor_map(matrix, kRows, kColumns, kLd, kBoxRows, kBoxColumns, CU_TENSOR_MAP_SWIZZLE_NONE);
  bool right = true;
  for (int y = 0; y < kRows; ++y) {
    for (int x = 0; x < kColumns; x += 4) {
      const std::vector<float> box = box_at(map, x, y, kBoxRows * kBoxColumns);
      const bool shown = x == 20 && y == 7;
      if (shown) std::printf("A box at x = 20, y = 7 of 9 rows × 44 columns: from x = 36 on\n");
      for (int i = 0; i < kBoxRows * kBoxColumns; ++i) {
        const int r = y + i / kBoxColumns, c = x + i % kBoxColumns;
        const float expected = r < kRows && c < kColumns ? host[r * kLd + c] : 0;
        if (shown && c >= 36) std::printf("%5.0f%s", box[i], c == 51 ? "\n" : "");
        if (box[i] == expected || !right) continue;
        std::printf("FAILED  box at x = %d, y = %d, element %d: %g instead of %g\n", x, y, i,
                    box[i], expected);
        right = false;
      }
    }
  }
  CHECK(cudaFree(matrix));
  return right;
}

// Where piece p of 16 bytes lies, counted from the beginning of the tile. The number of its line of 128 bytes, modulo
// 8, 4 or 2 (a mask of 7, 3 or 1), changes its place within that line.
int place(int p, int mask) { return p ^ (p >> 3 & mask); }

// Draws 1024 bytes of shared memory, 8 lines of all 32 banks, after a copy of a box whose rows have that many bytes: the
// most that the swizzle permits. A number is "row.piece".
bool draw(const std::string& name, CUtensorMapSwizzle swizzle, int bytes, int mask) {
  const int pieces = bytes / 16, rows = 1024 / bytes, columns = bytes / 4;
  std::vector<float> host(256);
  for (int i = 0; i < 256; ++i) host[i] = i / 4;  // the piece's number
  float* const matrix = to_device(host);
  const std::vector<float> tile =
      box_at(tensor_map(matrix, rows, columns, columns, rows, columns, swizzle), 0, 0, 256);
  std::printf("\n%s, rows of %d bytes\n", name.c_str(), bytes);
  for (int p = 0; p < 64; ++p) {
    const int there = static_cast<int>(tile[4 * p]);
    std::printf("%4d.%d%s", there / pieces, there % pieces, p % 8 == 7 ? "\n" : "");
  }
  bool right = true;
  for (int i = 0; i < 256; ++i) right &= tile[4 * place(i / 4, mask) + i % 4] == host[i];
  if (!right) std::printf("FAILED  %s: another pattern was expected\n", name.c_str());
  CHECK(cudaFree(matrix));
  return right;
}

int main(int argc, char** argv) {
  const auto options =
      Options::without_size(argc, argv, "Boxes of a matrix, copied by the TMA.",
                            {{.name = "swizzle",
                              .fallback = 128,
                              .min = 32,
                              .max = 128,
                              .help = "bytes among which pieces trade places: 32, 64 or 128"}});
  require_compute_capability(9, 0);
  const int bytes = static_cast<int>(options["swizzle"]);
  if (bytes != 32 && bytes != 64 && bytes != 128) {
    std::fprintf(stderr, "tensor_map: --swizzle is 32, 64 or 128\n");
    return 2;
  }
  const CUtensorMapSwizzle swizzle = bytes == 32   ? CU_TENSOR_MAP_SWIZZLE_32B
                                     : bytes == 64 ? CU_TENSOR_MAP_SWIZZLE_64B
                                                   : CU_TENSOR_MAP_SWIZZLE_128B;
  bool right = copy_boxes();
  right &= draw("not swizzled", CU_TENSOR_MAP_SWIZZLE_NONE, 128, 0);
  right &= draw("swizzle of " + std::to_string(bytes) + " bytes", swizzle, bytes, bytes / 16 - 1);
  return verdict(right);
}
