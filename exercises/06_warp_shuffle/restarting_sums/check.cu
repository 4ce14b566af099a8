#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const struct {
    int rows, columns, one_in;  // about so many places have a start
  } cases[] = {{1, 1, 1},     {40, 2, 3},      {2, 31, 5},     {3, 32, 40},
               {3, 33, 1000}, {5, 64, 7},      {2, 256, 90},   {3, 257, 3},
               {4, 300, 400}, {3, 1009, 2000}, {7, 1024, 300}, {40, 5003, 50}};
  for (const auto& [rows, columns, one_in] : cases) {
    exercise.begin("columns = " + std::to_string(columns) + ", a start in about " +
                   std::to_string(one_in));
    const int n = rows * columns;
    const std::vector<int> numbers = random_ints(n, -9, 12), draws = random_ints(n, 1, one_in);
    const Buffer<float> in(std::vector<float>(numbers.begin(), numbers.end()));  // exact sums
    std::vector<unsigned char> is_start(n);
    for (int i = 0; i < n; ++i) is_start[i] = draws[i] == 1 ? 1 + i % 255 : 0;
    const Buffer<unsigned char> starts(is_start);
    const Buffer<float> out(n);
    std::vector<float> expected(n);
    for (int i = 0; i < n; ++i) {
      const bool begins = is_start[i] != 0 || i % columns == 0;
      expected[i] = numbers[i] + (begins ? 0 : expected[i - 1]);
    }
    const Counters counters = exercise.run([&] {
      restarting_sums<<<rows, kThreads>>>(out.data(), in.data(), starts.data(), columns);
    });
    exercise.expect(out, expected, {.columns = columns});
    exercise.expect(in, in.before(), {}, "in");
    exercise.expect(starts, starts.before(), {}, "starts");
    // A thread may have four columns in a round.
    exercise.written_by(out, {.warps_at_least = rows * std::clamp(columns / 128, 1, kThreads / 32),
                              .blocks_at_least = rows,
                              .per_warp_at_most = columns / 4 + 128});
    // A warp's 32 floats and 32 bytes, which need not begin with a sector.
    const double warps = rows * ((columns + 31) / 32);
    exercise.limit("sectors loaded", counters.global_load_sectors, 7 * warps,
                   "each number and each start is read once, by neighbouring lanes");
    const int rounds = (columns + kThreads - 1) / kThreads;
    exercise.limit("requests to shared memory", counters.shared_requests(), 200.0 * rows * rounds,
                   "scan by shuffles, and hand on one sum per warp through shared memory");
    if (columns < 1000) continue;  // some warps have less to do than others
    const double average = counters.issued_blocks / (rows * kThreads / 32);
    exercise.limit_of_model("steps of the busiest warp, for each of the average warp",
                            counters.busiest_warp / average, 3,
                            "all warps can scan at the same time, each its own columns");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
