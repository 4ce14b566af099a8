#include "tutorial/exercise.cuh"
#include "tutorial/launches.cuh"
#include "tutorial/writing_grids.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

void check_records(Exercise& exercise, int records, int n) {
  exercise.begin(std::to_string(records) + " records of " + std::to_string(n) + " samples");
  std::vector<float> samples;
  for (const int sample : random_ints(records * n, -32768, 30000)) {
    const bool is_silent = records > 2 && samples.size() / n == 1;
    samples.push_back(is_silent ? 0.0f : static_cast<float>(sample));
  }
  std::vector<float> largest(records, 1.0f);
  for (int i = 0; i < records * n; ++i) {
    largest[i / n] = std::max(largest[i / n], std::abs(samples[i]));
  }
  const auto normal = [&](long long i) { return samples[i] / largest[i / n]; };
  const Buffer<float> in(samples), out(records * n);
  const Buffer<int> loud(records);
  Counters counters;
  const Launches launches = record_launches([&] {
    counters = exercise.run([&] { launch_master(out.data(), loud.data(), in.data(), n, records); });
  });
  exercise.expect(out, normal, {.relative = 1e-6, .columns = n}, "out");
  exercise.expect(
      loud,
      [&](long long record) {
        int count = 0;
        for (int i = 0; i < n; ++i) count += normal(record * n + i) > 0.5f;
        return count;
      },
      {}, "loud");
  exercise.expect(
      in, [](long long) { return 0; }, {.columns = n}, "in");

  if (!kHasLaunches) return;
  const int by_host = static_cast<int>(launches.all().size()) - launches.by_kernels();
  exercise.require(by_host == 1, std::to_string(by_host) +
                                     " launches by the host; it launches one "
                                     "kernel, and does not wait for it");
  exercise.require(launches.by_kernels() >= records,
                   std::to_string(launches.by_kernels()) + " launches by kernels; each of the " +
                       std::to_string(records) + " records needs a grid that normalizes it");
  const int writing = writing_grids(out);
  exercise.require(writing >= records,
                   std::to_string(writing) + (writing == 1 ? " grid has" : " grids have") +
                       " divided the samples of all " + std::to_string(records) +
                       " records: each of them needs a grid that does it, and a launch that does "
                       "nothing is none");
  // One block, of four warps, may go on with all records.
  exercise.written_by(in, {.warps_at_least = std::clamp(records * n / kBlock, 1, kBlock / 32),
                           .name = "in",
                           .task = "samples are cleared by many threads, as before"});
  exercise.written_by(out, {.blocks_at_least = 1LL * records * std::max(n / 2048, 1)});
  exercise.limit("launches by kernels", launches.by_kernels(), 2 * records + 1,
                 "a record needs one grid, or two");
  int blocks = 0;
  for (const auto& launch : launches.all()) blocks += launch.depth > 0 ? launch.grid.x : 0;
  exercise.limit("blocks of all grids launched by kernels", blocks,
                 2 * records * ((n + kBlock - 1) / kBlock) + 1, "the same work is done again");
  // One block may go on with all records; one thread may not.
  exercise.limit_busiest_warp(
      counters, 24.0 * records * (n / kBlock + 1) + 400,
      "what a whole block did before is more than one thread should do now");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  for (const auto& [records, n] : {std::pair(5, 1009), {1, 1}, {3, 128}, {40, 333}, {2, 20011}}) {
    check_records(exercise, records, n);
    if (exercise.failed()) break;
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
