#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "tutorial/exercise.cuh"

// What one block does, if it is watched. Each element of the plate is then kPerRow times its row, plus its column, so
// that a multiply-add knows where it is.
struct Watched {
  const float* plate;
  int rows, columns;
  int last_copied;  // the last row that the block's strip needs
  // The last row whose copy was begun, and the last one that reached its last column:
  int begun, reached;
  // Rows: all; those without a copy of the next one meanwhile; those that all warps waited for.
  int computed, not_in_flight, waited;
};
inline __constant__ bool is_watching;
inline __device__ Watched watched;

constexpr int kWatchedBlock = 1, kPerRow = 1024;

__device__ inline bool is_watched() { return is_watching && blockIdx.x == kWatchedBlock; }

__device__ inline void note_copy(const void* from) {
  if (!is_watched()) return;
  const long long first = static_cast<const float*>(from) - watched.plate;
  atomicMax(&watched.begun, static_cast<int>(first / watched.columns));
}

// Waits until `row` is reached, if that can be before the calling thread goes on: not for ever.
__device__ inline bool comes_to(const int& reached, int row) {
  for (int patience = 0; patience < 5000; ++patience) {
    if (*const_cast<volatile const int*>(&reached) >= row) return true;
  }
  return false;
}

// The thread that computes the first column is held up in each row: until the row after the next is being copied, and
// until the last column, which other warps compute, is a row ahead.
__device__ inline void note_multiply_add(float here) {
  if (!is_watched()) return;
  const int row = static_cast<int>(here) / kPerRow, column = static_cast<int>(here) % kPerRow;
  if (row < 0 || row >= watched.rows) return;
  if (column == watched.columns - 1) atomicMax(&watched.reached, row);
  if (column != 0) return;
  ++watched.computed;
  if (row + 2 <= watched.last_copied && !comes_to(watched.begun, row + 2)) ++watched.not_in_flight;
  if (row + 1 < watched.last_copied && !comes_to(watched.reached, row + 1)) ++watched.waited;
}

#include "tutorial/watched_async_copies.cuh"

// A macro is not expanded inside of itself: the call in it is CUDA's.
#define fmaf(a, b, c) (note_multiply_add(c), fmaf(a, b, c))

// Barriers in shared memory are initialised by init(), not by a constructor.
#pragma nv_diag_suppress static_var_with_dynamic_init

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

std::vector<float> spread(const std::vector<float>& plate, int rows, int columns) {
  std::vector<float> result(plate.size());
  const auto at = [&](int y, int x) {
    return plate[std::clamp(y, 0, rows - 1) * columns + std::clamp(x, 0, columns - 1)];
  };
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      const float around = at(y - 1, x) + at(y + 1, x) + at(y, x - 1) + at(y, x + 1);
      result[y * columns + x] = at(y, x) + 0.125f * (around - 4 * at(y, x));
    }
  }
  return result;
}

// Rows that all blocks load: their strips, and one more above and below where there is one.
int loaded_rows(int rows) {
  int count = 0;
  for (int first = 0; first < rows; first += kStrip) {
    count += std::min(first + kStrip, rows - 1) - std::max(first - 1, 0) + 1;
  }
  return count;
}

void check_plate(Exercise& exercise, int rows, int columns) {
  const Buffer<float> in(random_floats(rows * columns)), out(rows * columns);
  const Counters counters =
      exercise.run([&] { launch_spread_heat(out.data(), in.data(), rows, columns); });
  exercise.expect(out, spread(in.before(), rows, columns),
                  {.relative = 1e-5, .absolute = 1e-6, .columns = columns}, "out");
  exercise.expect(in, in.before(), {}, "in");
  exercise.written_by(out, {.blocks_at_least = (rows + kStrip - 1) / kStrip, .name = "out"});
  // 32 elements side by side are 4 sectors, or 5 if they begin within one.
  exercise.limit("sectors loaded from global memory", counters.global_load_sectors,
                 loaded_rows(rows) * ((columns + 31) / 32) * 5.0,
                 "a block copies each row that it needs once");
}

void check_ring(Exercise& exercise) {
  cudaFuncAttributes attributes = {};
  CHECK(cudaFuncGetAttributes(&attributes, spread_heat));
  const std::size_t enough = kRing * kMost * sizeof(float) + 256;
  exercise.require(
      attributes.sharedSizeBytes <= enough,
      "a block has " + std::to_string(attributes.sharedSizeBytes) +
          " bytes of shared memory. For the four rows of the ring and their barriers, " +
          std::to_string(enough) + " are enough");
}

void check_order(Exercise& exercise) {
  const int rows = 3 * kStrip + 1, columns = 200;
  std::vector<float> plate(rows * columns);
  for (int i = 0; i < rows * columns; ++i) {
    plate[i] = static_cast<float>(i / columns * kPerRow + i % columns);
  }
  const Buffer<float> in(plate), out(rows * columns);
  Watched seen = {in.data(), rows, columns, (kWatchedBlock + 1) * kStrip, -1, -1, 0, 0, 0};
  bool watching = true;
  CHECK(cudaMemcpyToSymbol(watched, &seen, sizeof seen));
  CHECK(cudaMemcpyToSymbol(is_watching, &watching, sizeof watching));
  exercise.run([&] { launch_spread_heat(out.data(), in.data(), rows, columns); });
  CHECK(cudaMemcpyFromSymbol(&seen, watched, sizeof seen));
  watching = false;
  CHECK(cudaMemcpyToSymbol(is_watching, &watching, sizeof watching));
  exercise.require(seen.begun >= 0 && seen.computed > 0, "use begin_copy and compute_row");
  exercise.require(
      seen.not_in_flight == 0,
      "in " + std::to_string(seen.not_in_flight) + " of " + std::to_string(kStrip) +
          " rows, row y + 2 isn't copied as long as row y is being computed. Its place "
          "in the ring is free when row y - 1 has been computed");
  exercise.require(seen.waited == 0,
                   "in " + std::to_string(seen.waited) + " of " + std::to_string(kStrip) +
                       " rows, all warps wait for each other. A warp that has computed its part of "
                       "row y can go on to row y + 1, which needs rows that are there");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const auto& [rows, columns] : {std::pair{40, 200},
                                      {1, 1},
                                      {1, 31},
                                      {2, 33},
                                      {12, 32},
                                      {13, 97},
                                      {14, 500},
                                      {31, 127},
                                      {70, 499}}) {
    exercise.twice(std::to_string(rows) + " rows × " + std::to_string(columns) + " columns",
                   [&] { check_plate(exercise, rows, columns); });
  }
  exercise.begin("");
  exercise.end_of_limits();
  check_ring(exercise);
  exercise.begin("a plate whose copies are watched");
  check_order(exercise);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
