#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  cudaFuncAttributes attributes{};
  CHECK(cudaFuncGetAttributes(&attributes, rolling_median));
  const int shapes[][2] = {{5, 1},  {6, 31},   {9, 32},  {10, 33},
                           {12, 2}, {31, 101}, {256, 7}, {43, 997}};
  for (const auto& [rows, columns] : shapes) {
    exercise.begin(std::to_string(rows) + " rows × " + std::to_string(columns) + " columns");
    std::vector<float> values = random_floats(rows * columns);
    for (float& value : values) value = std::round(8 * value);  // some are equal
    const Buffer<float> in(values), out((rows - 4) * columns);
    const Counters counters = exercise.run([&] {
      rolling_median<<<(columns + 127) / 128, 128>>>(out.data(), in.data(), rows, columns);
    });
    exercise.expect(
        out,
        [&](long long i) {
          float five[5];
          for (int k = 0; k < 5; ++k) five[k] = values[i + k * columns];
          std::nth_element(five, five + 2, five + 5);
          return five[2];
        },
        {.columns = columns}, "out");
    exercise.expect(in, values, {.columns = columns}, "in");
    // A thread may have up to four columns.
    exercise.written_by(out, {.warps_at_least = (columns + 127) / 128,
                              .blocks_at_least = (columns + 511) / 512,
                              .per_warp_at_most = (rows - 4) * Share::of_threads_with(4),
                              .task = "a thread may take up to four columns"});
    exercise.limit("local memory requests",
                   counters.local_load_requests + counters.local_store_requests, 0,
                   "an array is indexed by what is known only at run time (nvcc may still keep a "
                   "small one in registers, but does not promise it)");
    exercise.limit("load requests", counters.global_load_requests, rows * ((columns + 31) / 32),
                   "32 columns of a row are one load of a warp, and nothing is loaded again "
                   "instead of kept; a "
                   "thread may have up to four columns");
    exercise.limit("shared memory requests",
                   counters.shared_load_requests + counters.shared_store_requests, 0,
                   "five values have room in registers");
  }
  // Of nvcc; the CPU backend has no register allocator and always says 0.
  exercise.begin("as compiled");
  exercise.require(attributes.localSizeBytes == 0,
                   std::to_string(attributes.localSizeBytes) + " bytes of local memory per thread");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
