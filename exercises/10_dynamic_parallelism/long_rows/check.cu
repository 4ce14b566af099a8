#include "tutorial/exercise.cuh"
#include "tutorial/launches.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// @param pending how many launches may be pending: others are refused, and those rows have no child
void check_rows(Exercise& exercise, const std::string& name, const std::vector<int>& counts,
                int pending = 2048) {
  if (exercise.failed()) return;
  exercise.begin(name);
  std::vector<int> begins = {0};
  for (const int count : counts) begins.push_back(begins.back() + count);
  const int rows = static_cast<int>(counts.size());
  const Buffer<int> begin(begins), numbers(random_ints(begins.back() + 1)), sums(rows);
  std::size_t limit = 0;
  CHECK(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount));
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, pending));
  Counters counters;
  const Launches launches = record_launches([&] {
    counters = exercise.run([&] { launch_sums(sums.data(), begin.data(), numbers.data(), rows); });
  });
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit));
  exercise.expect(sums, [&](long long row) {
    const auto first = numbers.before().begin();
    int sum = 0;
    std::for_each(first + begins[row], first + begins[row + 1], [&](int x) { sum += x; });
    return sum;
  });
  exercise.expect(numbers, numbers.before(), {}, "numbers");
  if (std::count_if(counts.begin(), counts.end(), [](int count) { return count > kLong; }) >
      pending) {
    return;  // the rest is for rows that all get their child
  }

  int longs = 0, numbers_in_longs = 0, longest_short = 0;
  for (const int count : counts) {
    longs += count > kLong;
    numbers_in_longs += count > kLong ? count : 0;
    if (count <= kLong) longest_short = std::max(longest_short, count);
  }
  if (kHasLaunches) {
    exercise.require(launches.by_kernels() >= longs, std::to_string(launches.by_kernels()) +
                                                         " launches by kernels, and " +
                                                         std::to_string(longs) + " rows are long");
  }
  exercise.limit("launches by kernels", launches.by_kernels(), longs,
                 "a row of up to 512 numbers is not worth a launch, and a longer one is worth one");
  exercise.limit("depth of the launches", launches.depth(), longs > 0, "children need no children");
  int waiting = 0;
  double threads = 0;
  // Threads of each child, those in front of its last block, and numbers of each long row.
  std::vector<double> sizes, in_front, rows_by_size;
  for (std::size_t i = 0; i < launches.all().size(); ++i) {
    const Launches::Launch& launch = launches.all()[i];
    waiting += launch.depth > 0 && (launch.waits || launches.is_tail(i));
    const double size = 1.0 * launch.grid.x * launch.grid.y * launch.grid.z * launch.block.x *
                        launch.block.y * launch.block.z;
    threads += launch.depth > 0 ? size : 0;
    if (launch.depth == 0) continue;
    sizes.push_back(size);
    in_front.push_back(size - launch.threads_per_block());
  }
  // The longest row has the largest child, or the numbers per thread are even more uneven.
  for (const int count : counts) {
    if (count > kLong) rows_by_size.push_back(count);
  }
  std::sort(sizes.begin(), sizes.end());
  std::sort(in_front.begin(), in_front.end());
  std::sort(rows_by_size.begin(), rows_by_size.end());
  for (std::size_t i = 0; i < std::min(sizes.size(), rows_by_size.size()); ++i) {
    exercise.limit("numbers per thread of a child", rows_by_size[i] / sizes[i], 64,
                   "launch more blocks for this row");
    exercise.limit("threads of a child in front of its last block", in_front[i],
                   rows_by_size[i] - 1,
                   "the row has " + tutorial::short_number(rows_by_size[i]) +
                       " numbers, so its grid has blocks that find none");
  }
  exercise.limit("children that wait for another one", waiting, 0,
                 "no row needs another row: there is a stream in which nothing waits");
  // One for each number, and a block that is not full.
  exercise.limit("threads of the children", threads, numbers_in_longs + 1024.0 * longs,
                 "a grid should be as large as its row needs");
  // Steps of a warp in the parent: two per number of a short row, and 100 for a launch, one lane at a time. A
  // child's warp takes two per number, 64 at most, and has to put its sum together. Children are added up.
  const int launching = std::min(longs, 32);
  const double enough = 2 * longest_short + 100 + 100 * launching + (2 * 64 + 100.0) * longs;
  if (kHasModel) {
    exercise.require(counters.busiest_warp <= enough,
                     "a thread adds up more than 64 numbers of a long row. Which numbers does each "
                     "thread of a child begin with, how far does it step, and does a thread of "
                     "sum_rows add up a row that has a child?");
  } else {
    exercise.limit_busiest_warp(counters, enough);
  }
  // Of the last block of a child all warps but one may have nothing to add up.
  exercise.limit("turns in L2", counters.global_atomic_sectors,
                 begins.back() / 32.0 + rows + 31.0 * longs,
                 "add up in registers first, and then once per warp or block");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  check_rows(exercise, "one row of 5", {5});
  check_rows(exercise, "one row of 100,003", {100003});
  check_rows(exercise, "rows around the limit", {512, 513, 0, 511, 1, 514, 512, 1024, 1025});
  for (const int rows : {31, 129, 1009}) {
    // Most are short, some empty, and every 37th is long.
    std::vector<int> counts = random_ints(rows, -5, 40);
    for (int& count : counts) count = std::max(count, 0);
    for (int row = 3; row < rows; row += 37) counts[row] = 600 + 977 * row % 5000;
    check_rows(exercise, std::to_string(rows) + " rows", counts);
  }
  std::vector<int> all_long(150, 700);
  check_rows(exercise, "150 rows of 700", all_long);
  check_rows(exercise, "150 rows of 700 (64 launches may be pending, others are refused)", all_long,
             64);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
