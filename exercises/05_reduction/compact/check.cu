#include <tuple>

#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// n numbers of which `percent` percent are positive; of the others, a tenth is 0, and a tenth no number.
std::vector<float> numbers_of(int n, int percent) {
  std::vector<float> numbers = random_floats(n, 1, 2);
  const float limits[] = {1e-42f, 1e-30f, 0.4f, 3e38f, INFINITY};  // above 0, all of them
  for (int i = 0; i < n; i += 9) numbers[i] = limits[i / 9 % 5];
  const std::vector<int> dice = random_ints(n, 0, 99), zeros = random_ints(n, 0, 9);
  for (int i = 0; i < n; ++i) {
    if (dice[i] >= percent) numbers[i] = zeros[i] == 0 ? 0 : zeros[i] == 1 ? NAN : -numbers[i];
  }
  return numbers;
}

void check(Exercise& exercise, int n, int percent) {
  exercise.begin("n = " + std::to_string(n) + ", " + std::to_string(percent) + " % positive");
  const int blocks = (n + 255) / 256, warps = (n + 31) / 32, tiles = (blocks + 255) / 256;
  const Buffer<float> in(numbers_of(n, percent)), out(n);
  std::vector<int> right_counts(blocks), right_offsets(blocks);
  std::vector<float> right_out;
  for (int i = 0; i < n; ++i) {
    if (i % 256 == 0) right_offsets[i / 256] = static_cast<int>(right_out.size());
    right_counts[i / 256] += in.before()[i] > 0;
    if (in.before()[i] > 0) right_out.push_back(in.before()[i]);
  }
  const std::vector<int> right_kept = {static_cast<int>(right_out.size())};
  const auto keeping = blocks - std::count(right_counts.begin(), right_counts.end(), 0);
  right_out.resize(n, tutorial::Unwritten());

  // Every kernel gets what is right, and nothing that it could do another one's work with.
  const Buffer<int> counts_in(right_counts), offsets_in(right_offsets);
  const Buffer<int> counts(blocks), offsets(blocks), kept(1);
  in.watch_loads();
  counts_in.watch_loads();
  const std::string share = "every block and its warps have to do their share";
  // Four numbers each are two of eight warps.
  const LoadShare of_numbers = {.per_warp_at_most = 4 * 32, .task = share};
  const Counters count =
      exercise.run([&] { count_positives<<<blocks, 256>>>(counts.data(), in.data(), n); });
  exercise.expect(counts, right_counts, {}, "counts");
  exercise.written_by(counts,
                      {.warps_at_least = blocks, .blocks_at_least = blocks, .name = "counts"});
  exercise.loaded_by(in, of_numbers);
  const Counters scan = exercise.run(
      [&] { scan_counts<<<1, 256>>>(offsets.data(), kept.data(), counts_in.data(), blocks); });
  exercise.expect(offsets, right_offsets, {}, "offsets");
  exercise.expect(kept, right_kept, {}, "kept");
  // A thread may have up to four counts.
  exercise.written_by(offsets,
                      {.warps_at_least = std::clamp(blocks / 128, 1, 8), .name = "offsets"});
  exercise.loaded_by(counts_in,
                     {.per_warp_at_most = 4 * 32 * tiles, .name = "counts", .task = share});
  const Counters write = exercise.run(
      [&] { write_positives<<<blocks, 256>>>(out.data(), offsets_in.data(), in.data(), n); });
  exercise.expect(out, right_out, {}, "out");
  exercise.expect(in, in.before(), {}, "in");
  exercise.written_by(out, {.warps_at_least = std::max<long long>(right_kept[0] / 128, keeping),
                            .blocks_at_least = keeping,
                            .where = [&](long long i) { return i < right_kept[0]; }});
  exercise.loaded_by(in, of_numbers);

  exercise.limit("count_positives, sectors loaded", count.global_load_sectors, (n + 7) / 8,
                 "each number is read once, by 32 neighbours at a time");
  // And for each tile of 256 counts up to two words that 8 warps want to know of the one before.
  exercise.limit("scan_counts, sectors loaded", scan.global_load_sectors,
                 (blocks + 7) / 8 + 16 * tiles,
                 "each count is read once, by 32 neighbours at a time");
  exercise.limit("write_positives, sectors loaded", write.global_load_sectors,
                 (n + 7) / 8 + 8 * blocks,
                 "a thread reads its number once, and keeps it; a warp reads one offset");
  // The places of a warp are neighbours; the first and the last sector may be shared with others.
  exercise.limit("write_positives, sectors stored", write.global_store_sectors,
                 right_kept[0] / 8.0 + 2 * warps, "what a warp keeps goes to neighbouring places");
  exercise.limit("write_positives, atomics",
                 write.shared_atomic_requests + write.global_atomic_requests, 0,
                 "they give places in the order in which threads happen to come");
  // Hillis and Steele: 8 warps, 8 rounds of 2 loads and a store, 2 before and after; 2 to spare.
  for (const auto& [name, counters, scans] : {std::tuple{"count_positives", count, blocks},
                                              {"scan_counts", scan, tiles},
                                              {"write_positives", write, blocks}}) {
    exercise.limit(std::string(name) + ", requests to shared memory",
                   counters.shared_load_requests + counters.shared_store_requests,
                   8.0 * (8 * 3 + 4) * scans, "single lanes do what 8 warps could do in 8 rounds");
  }
  exercise.limit("bank conflicts", scan.bank_conflicts + write.bank_conflicts, 0,
                 "the lanes of a warp should work on neighbouring words");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : {1, 2, 31, 32, 33, 256, 257, 1009}) {
    for (const int percent : {0, 3, 40, 100}) {
      if (!exercise.failed()) check(exercise, n, percent);
    }
  }
  for (const int n : {20011, 200003, 300007}) {
    if (!exercise.failed()) check(exercise, n, 40);
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
