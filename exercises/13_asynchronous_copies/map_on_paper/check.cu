#include <cstdint>
#include <set>

#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

#if __has_include(<simt_init.h>)  // the CPU backend has a TMA, whatever GPU is there
#include <cuda.h>
#include <cuda/ptx>
#endif

namespace check {  // so that an answer may have names of its own

constexpr int kRows = 300, kColumns = 198, kLd = 200, kBoxRows = 64, kBoxColumns = 32;

// A matrix, or a part of one, in boxes.
struct Map {
  int first, rows, columns, ld;  // first: the element that it begins with
};
constexpr Map kMatrix = {0, kRows, kColumns, kLd};
constexpr Map kSubmatrix = {100 * kLd + 40, 64, 100, kLd};

// The byte at which a swizzle of 128 bytes has an element: its piece of 16 bytes trades places within the line.
int place_of(int row, int column, int element_bytes) {
  const int piece = column * element_bytes / 16;
  return row * 128 + (piece ^ row % 8) * 16 + column * element_bytes % 16;
}

int elements_inside(const Map& map, int x, int y) {
  int count = 0;
  for (int r = y; r < y + kBoxRows; ++r) {
    for (int c = x; c < x + kBoxColumns; ++c) count += r < map.rows && c < map.columns;
  }
  return count;
}

#if __has_include(<simt_init.h>)

namespace ptx = cuda::ptx;

constexpr int kTileBytes = 64 * 128;

template <class T>
__global__ void copy_box(const __grid_constant__ CUtensorMap map, int x, int y, T* out) {
  alignas(1024) __shared__ T tile[kTileBytes / sizeof(T)];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 0) {
    const int corner[] = {x, y};
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                   kTileBytes);
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &map, corner, &full);
  }
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
  for (unsigned i = threadIdx.x; i < kTileBytes / sizeof(T); i += blockDim.x) out[i] = tile[i];
}

// Box (x, y) of the map, of 64 rows of 128 bytes, as it lies in shared memory.
template <class T>
std::vector<T> box_at(const std::vector<T>& values, const Map& map, int x, int y) {
  const Buffer<T> matrix(values), out(kTileBytes / sizeof(T));
  const cuuint64_t sizes[] = {cuuint64_t(map.columns), cuuint64_t(map.rows)};
  const cuuint64_t strides[] = {map.ld * sizeof(T)};
  const cuuint32_t box[] = {128 / sizeof(T), kBoxRows}, steps[] = {1, 1};
  CUtensorMap encoded;
  const CUresult result = cuTensorMapEncodeTiled(
      &encoded, sizeof(T) == 4 ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32 : CU_TENSOR_MAP_DATA_TYPE_UINT16,
      2, matrix.data() + map.first, sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
      CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) return {};
  copy_box<<<1, 128>>>(encoded, x, y, out.data());
  CHECK_LAST();
  return out.read();
}

// Whether the box lies in shared memory as the formula says, and as many of its elements are not 0.
template <class T>
bool model_agrees(const Map& map, int x, int y) {
  std::vector<T> values(static_cast<std::size_t>(kRows) * map.ld);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(i % 60000 + 1);
  const std::vector<T> tile = box_at(values, map, x, y);
  bool agrees = !tile.empty();
  for (int i = 0; agrees && i < kTileBytes / int{sizeof(T)}; ++i) {
    const int columns = 128 / int{sizeof(T)}, r = i / columns, c = i % columns;
    const bool inside = y + r < map.rows && x + c < map.columns;
    const T expected = inside ? values[map.first + (y + r) * map.ld + x + c] : T{};
    agrees = tile[place_of(r, c, sizeof(T)) / sizeof(T)] == expected;
  }
  return agrees;
}

void compare_with_model(Exercise& exercise) {
  exercise.require(model_agrees<float>(kMatrix, 96, 128), "the check is wrong: a box");
  exercise.require(model_agrees<float>(kMatrix, 192, 256), "the check is wrong: the last box");
  exercise.require(model_agrees<float>(kSubmatrix, 96, 0), "the check is wrong: the submatrix");
  exercise.require(model_agrees<std::uint16_t>({0, 200, 50, 56}, 0, 64),
                   "the check is wrong: halfs");
}

#else

void compare_with_model(Exercise&) {}

#endif

// By the rule of chapter 04: 32 lanes, or 8 if each loads 16 bytes, wait for the busiest bank.
template <class PlaceOf>
int wavefronts(int bytes, const PlaceOf& place_of_lane) {
  const int group = bytes == 16 ? 8 : 32;
  int sum = 0;
  for (int first = 0; first < 32; first += group) {
    std::set<int> words_of[32];
    for (int lane = first; lane < first + group; ++lane) {
      const int word = place_of_lane(lane) / 4;
      for (int k = word; k < word + bytes / 4; ++k) words_of[k % 32].insert(k);
    }
    std::size_t most = 0;
    for (const std::set<int>& words : words_of) most = std::max(most, words.size());
    sum += static_cast<int>(most);
  }
  return sum;
}

int boxes_along(int elements, int box) {
  int count = 0;
  for (int first = 0; first < elements; first += box) ++count;
  return count;
}

void ask_for_maps(Exercise& exercise) {
  const char* order = "which dimension comes first, that of neighbours in memory or that of rows?";
  exercise.answer("kSizes0", kSizes0, kColumns, 0, order);
  exercise.answer("kSizes1", kSizes1, kRows, 0, order);
  exercise.answer("kStrides0", kStrides0, kLd * 4, 0,
                  "how many bytes are there from one row to the next, with what is left unused?");
  exercise.answer("kBox0", kBox0, kBoxColumns, 0, order);
  exercise.answer("kCorner0", kCorner0, 96, 0,
                  "corner[0] is x, in elements. Is that a row or a column?");
  exercise.answer("kBoxes", kBoxes,
                  boxes_along(kRows, kBoxRows) * boxes_along(kColumns, kBoxColumns), 0,
                  "how many boxes are side by side, and how many below each other? The last of "
                  "them may stick out");
  exercise.answer("kInLastBox", kInLastBox, elements_inside(kMatrix, 192, 256), 0,
                  "at which row and column does this box begin, and where does the matrix end?");
  exercise.answer("kLastBoxBytes", kLastBoxBytes, kBoxRows * kBoxColumns * 4, 0,
                  "what lies outside becomes 0 in shared memory. Are these bytes counted?");
  exercise.answer("kCopiesOf512Rows", kCopiesOf512Rows, boxes_along(512, 256), 0,
                  "how many elements can a box have along one dimension?");
  exercise.answer("kHalfsPerRow", kHalfsPerRow, boxes_along(50 * 2, 16) * 16 / 2, 0,
                  "of how many bytes is a stride a multiple, and how many halfs are that?");
}

void ask_for_submatrix(Exercise& exercise) {
  exercise.answer("kSubmatrixBegin", kSubmatrixBegin, kSubmatrix.first, 0,
                  "where is the element in row 100, column 40?");
  exercise.answer("kSubmatrixStrides0", kSubmatrixStrides0, kLd * 4, 0,
                  "the rows of the submatrix are as far apart as those of the matrix");
  exercise.answer("kInBoxOfSubmatrix", kInBoxOfSubmatrix, elements_inside(kSubmatrix, 96, 0), 0,
                  "what does this map know of columns of the matrix that are not the submatrix's?");
  int begins = 0;
  for (int column = 40; column < 48; ++column) begins += (100 * kLd + column) * 4 % 16 == 0;
  exercise.answer("kPossibleBegins", kPossibleBegins, begins, 0,
                  "of how many bytes is the address of a map a multiple?");
}

void ask_for_swizzles(Exercise& exercise) {
  exercise.answer("kByteOfFloat", kByteOfFloat, place_of(13, 21, 4), 0,
                  "in which line of 128 bytes is it, in which piece of 16 bytes, and with which "
                  "piece of its line does that trade places?");
  exercise.answer(
      "kBankOfFloat", kBankOfFloat, place_of(13, 21, 4) / 4 % 32, 0,
      "32 banks of 4 bytes are a line of 128 bytes. Where in its line does it lie now?");
  exercise.answer("kByteOfHalf", kByteOfHalf, place_of(23, 50, 2), 0,
                  "a piece has 16 bytes, so how many halfs are that? And which three bits of the "
                  "line's number change the piece?");
  int row = -1, column = -1;
  for (int i = 0; i < kBoxRows * kBoxColumns; ++i) {
    if (place_of(i / kBoxColumns, i % kBoxColumns, 4) == 1000) {
      row = i / kBoxColumns, column = i % kBoxColumns;
    }
  }
  exercise.answer("kRowAt1000", kRowAt1000, row, 0, "a swizzle changes no row");
  exercise.answer("kColumnAt1000", kColumnAt1000, column, 0,
                  "which piece of the line is at byte 1000? The exclusive or with the line's "
                  "number goes both ways");
  exercise.answer("kColumnOfFloats", kColumnOfFloats,
                  wavefronts(4, [](int lane) { return place_of(lane, 5, 4); }), 0,
                  "a row has one of 8 places for this column. How many of the 32 rows have the "
                  "same place?");
  exercise.answer("kColumnOfQuads", kColumnOfQuads,
                  wavefronts(16, [](int lane) { return place_of(lane, 8, 4); }), 0,
                  "8 lanes are served at a time. Do their pieces share banks? How many times 8?");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  ask_for_maps(exercise);
  ask_for_submatrix(exercise);
  ask_for_swizzles(exercise);
  compare_with_model(exercise);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
