#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// Of five elements one is 0, which is not positive.
std::vector<float> elements(int n) {
  std::vector<float> values = random_floats(n);
  for (int i = 0; i < n; i += 5) values[i] = 0;
  return values;
}

void check(Exercise& exercise, int rows, int columns) {
  exercise.begin("rows = " + std::to_string(rows) + ", columns = " + std::to_string(columns));
  const Buffer<float> in(elements(rows * columns)), out(rows * columns);
  in.watch_loads();
  const Counters counters =
      exercise.run([&] { weigh_rows<<<rows, 256>>>(out.data(), in.data(), columns); });
  std::vector<int> positives(rows);
  for (int i = 0; i < rows * columns; ++i) positives[i / columns] += in.before()[i] > 0;
  exercise.expect(
      out, [&](long long i) { return in.before()[i] * positives[i / columns] / columns; },
      {.relative = 1e-6, .columns = columns}, "out");
  exercise.expect(in, in.before(), {.columns = columns}, "in");
  // A thread may have four neighbours at once.
  exercise.written_by(
      out, {.warps_at_least = rows * std::clamp(columns / 128, 1, 8), .blocks_at_least = rows});
  // Once to count and once to multiply.
  exercise.loaded_by(in, {.per_warp_at_most = LoadShare::twice_as_many(columns, 256, 2),
                          .task = "all warps of a block should count, and multiply"});
  // The same of all, a whole warp at a time.
  exercise.limit("load requests", counters.global_load_requests, 2.0 * rows * ((columns + 31) / 32),
                 "the threads of a block share a row, and each element is read twice");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  constexpr int kColumns = 1000;  // of the question: the first one that runs
  // A thread that has no element in the last round has left the loop. Asked first: the kernel may not end yet.
  exercise.answer("threads in the loop", kThreadsInTheLoop, kColumns % 256, 0,
                  "which threads have an element in the last round?");
  check(exercise, 3, kColumns);
  for (const int columns : {1, 2, 31, 32, 33, 255, 256, 257, 1009}) check(exercise, 5, columns);
  check(exercise, 1, 5003);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
