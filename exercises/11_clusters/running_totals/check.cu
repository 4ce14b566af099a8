#include "tutorial/device.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/patience.cuh"
#include "tutorial/watched_clusters.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

void require_no_error_left(Exercise& exercise) {
  const cudaError_t left = cudaGetLastError();
  exercise.require(left == cudaSuccess,
                   std::string("an error is left behind: ") + cudaGetErrorName(left));
}

// The answer's choice. Rows of the check fit into one size well, and into the half of it not at all.
int size_of(Exercise& exercise, int columns, int expected) {
  const int size = cluster_size_for(columns);
  if (size == -1) return size;
  exercise.open(true);
  exercise.require(size == expected, "cluster_size_for() is " + std::to_string(size) +
                                         ", and the smallest that can run is " +
                                         std::to_string(expected));
  require_no_error_left(exercise);
  return size;
}

void check(Exercise& exercise, int rows, int columns, int expected_size, const std::string& name) {
  exercise.begin(name);
  const int size = size_of(exercise, columns, expected_size);
  const std::vector<int> numbers = random_ints(rows * columns, -50, 99);
  const Buffer<int> in(numbers), out(rows * columns);
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream));
  clusters::launches.clear();
  cudaError_t error = cudaSuccess;
  const Counters counters =
      exercise.run([&] { error = running_totals(out.data(), in.data(), rows, columns, stream); });
  CHECK(cudaStreamDestroy(stream));
  if (size == -1 && clusters::launches.empty()) {  // or is there no launch by cudaLaunchKernelEx?
    exercise.require(out.read() == out.before(), "launch the kernel by cudaLaunchKernelEx");
    return;
  }
  exercise.require(error == cudaSuccess,
                   std::string("running_totals() returns ") + cudaGetErrorName(error));
  std::vector<int> totals = numbers;
  for (int i = 0; i < rows * columns; ++i) {
    if (i % columns > 0) totals[i] += totals[i - 1];
  }
  exercise.expect(out, totals, {.columns = columns});
  exercise.expect(in, numbers, {}, "in");
  if (exercise.failed()) return;
  exercise.written_by(out, {.warps_at_least = rows * size * std::clamp(columns / size / 1024, 1, 4),
                            .blocks_at_least = rows * size,
                            .once = true});
  exercise.require(clusters::launches.size() == 1,
                   "launches by cudaLaunchKernelEx: " + std::to_string(clusters::launches.size()) +
                       ". One kernel is enough for all rows");
  if (exercise.failed()) return;
  const clusters::Launch& launch = clusters::launches[0];
  exercise.require(launch.stream == stream,
                   "the kernel does not run in the stream that was asked for");
  exercise.require(launch.size == size, "your clusters have " + std::to_string(launch.size) +
                                            " blocks, and cluster_size_for() says " +
                                            std::to_string(size));
  // A row, and a part of it, may begin within a sector: 5 sectors for a warp instead of 4.
  const double warps = rows * (columns / 32 + 2.0 * size + 1);
  const double sectors = columns % 8 == 0 ? 4.4 * warps : 5 * warps;
  exercise.limit("sectors loaded", counters.global_load_sectors, sectors, "`in` is read once");
  exercise.limit("sectors stored", counters.global_store_sectors, sectors, "`out` is written once");
  exercise.limit("load requests", counters.global_load_requests, 1.1 * warps,
                 "32 neighbours are read at a time");
  exercise.limit("store requests", counters.global_store_requests, 1.1 * warps,
                 "32 neighbours are stored at a time");
  exercise.limit("sectors of local memory",
                 counters.local_load_sectors + counters.local_store_sectors, 0,
                 "the row is kept in shared memory");
  exercise.limit("atomics in global memory", counters.global_atomic_requests, 0,
                 "the blocks of a cluster have shared memory to meet in");
  exercise.limit("requests to other blocks", counters.distributed_requests(),
                 1.0 * rows * size * (size - 1),
                 "a block has one sum to tell the others, not its numbers");
  exercise.shared_out(counters, 6000 + 4.0 * columns / size / 8);
}

void check(Exercise& exercise, int rows, int columns, int expected_size) {
  check(exercise, rows, columns, expected_size,
        std::to_string(rows) + " rows of " + std::to_string(columns));
}

// Another device may have less room for clusters than its shared memory tells.
void check_choice(Exercise& exercise, int columns, int cannot_run, int expected_size) {
  clusters::size_that_cannot_run = cannot_run;
  const std::string name = "rows of " + std::to_string(columns) +
                           ", where cudaOccupancyMaxActiveClusters says 0 for clusters of " +
                           std::to_string(cannot_run);
  exercise.begin(name);
  const int size = cluster_size_for(columns);
  exercise.require(size == -1 || size != cannot_run,
                   "cluster_size_for() is " + std::to_string(size) +
                       ": did you ask? Enough shared memory for each block is not all that a "
                       "cluster needs to run");
  if (!exercise.failed() && size != -1) check(exercise, 2, columns, expected_size, name);
  clusters::size_that_cannot_run = 0;
}

void check_refusal(Exercise& exercise, int rows, int columns, cudaError_t expected) {
  exercise.begin(std::to_string(rows) + " rows of " + std::to_string(columns));
  if (expected != cudaSuccess) size_of(exercise, columns, 0);
  const Buffer<int> memory(100);
  clusters::launches.clear();
  if (exercise.failed()) return;  // a kernel might run, on a row that is not there
  exercise.run([&] {
    const cudaError_t error = running_totals(memory.data(), memory.data(), rows, columns, nullptr);
    exercise.require(error == expected, std::string("running_totals() returns ") +
                                            cudaGetErrorName(error) + ", and should return " +
                                            cudaGetErrorName(expected));
    require_no_error_left(exercise);
  });
  exercise.expect(memory, memory.before());
}

// Whether the device can run a cluster of 16 blocks that have so much shared memory.
__global__ void nothing() {}
bool has_clusters_of_16(int bytes) {
  CHECK(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  CHECK(cudaFuncSetAttribute(nothing, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {16, 1, 1};
  cudaLaunchConfig_t config = {};
  config.gridDim = 16;
  config.blockDim = 1024;
  config.dynamicSmemBytes = bytes;
  config.attrs = &attribute;
  config.numAttrs = 1;
  int count = 0;
  const cudaError_t error = cudaOccupancyMaxActiveClusters(&count, nothing, &config);
  (void)cudaGetLastError();
  return error == cudaSuccess && count > 0;
}

// The device refuses the launch, whatever the size.
void check_failing_launch(Exercise& exercise) {
  exercise.begin("if cudaLaunchKernelEx fails");
  const Buffer<int> in(std::vector<int>(1000, 1)), out(1000);
  calls::forget();
  running_totals(out.data(), in.data(), 1, 1000, nullptr);
  const auto launch = std::find(calls::made.begin(), calls::made.end(), "cudaLaunchKernelEx");
  calls::failing = launch - calls::made.begin() + 1;
  calls::forget();
  const cudaError_t error = running_totals(out.data(), in.data(), 1, 1000, nullptr);
  calls::failing = 0;
  exercise.require(error == calls::kFailure, std::string("running_totals() returns ") +
                                                 cudaGetErrorName(error) + ", and should return " +
                                                 cudaGetErrorName(calls::kFailure));
  require_no_error_left(exercise);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  require_compute_capability(9, 0);
  // The most numbers that a block could keep, if it needed shared memory for nothing else.
  const int most = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) / 4;
  check(exercise, 2, most * 11 / 8, 2);
  check(exercise, 3, 20000, 1);
  check(exercise, 5, 1, 1);
  check(exercise, 3, 33, 1);
  check(exercise, 2, 1009, 1);
  check(exercise, 1, most * 3 / 2 + 3, 2);
  check(exercise, 1, most * 11 / 4 + 3, 4);
  check(exercise, 1, most * 11 / 2, 8);
  const bool has_16 = has_clusters_of_16(most * 3);
  if (has_16) check(exercise, 1, most * 12 + 5, 16);
  check_refusal(exercise, 1, (has_16 ? 16 : 8) * most + 1, cudaErrorInvalidValue);
  // 2^32 bytes and 4000 more: in 32 bits, 4000.
  check_refusal(exercise, 1, (1 << 30) + 1000, cudaErrorInvalidValue);
  check_refusal(exercise, 0, 1000, cudaSuccess);
  check(exercise, 2, 100, 1);  // and now it goes on
  check_choice(exercise, 1000, 1, 2);
  check_choice(exercise, most * 11 / 8, 2, 4);
  if (!clusters::launches.empty()) {
    const Buffer<int> in(std::vector<int>(1000, 1)), out(1000);
    cudaStream_t stream = nullptr;
    CHECK(cudaStreamCreate(&stream));
    require_at_once(exercise, stream, "running_totals",
                    [&] { running_totals(out.data(), in.data(), 1, 1000, stream); });
    CHECK(cudaStreamDestroy(stream));
    check_failing_launch(exercise);
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
