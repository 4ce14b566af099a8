#include <set>

#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const struct {
    int letters, districts, threads;
  } cases[] = {{1, 1, 32},       {31, 1, 64},     {32, 3, 32},    {64, 3, 64},
               {33, 40, 32},     {1009, 5, 128},  {5003, 97, 96}, {5003, 20011, 96},
               {20011, 7, 1024}, {100003, 3, 256}};
  for (const auto& [letters, districts, threads] : cases) {
    exercise.begin("letters: " + std::to_string(letters) +
                   ", districts: " + std::to_string(districts));
    std::vector<int> districts_of_letters = random_ints(letters, 0, districts - 1);
    for (int i = 0; i < letters;
         ++i) {  // no address: single letters, and a whole warp now and then
      if (i % 11 == 5 || i / 32 % 9 == 7) districts_of_letters[i] = -1;
    }
    const Buffer<int> to(districts_of_letters);
    std::vector<int> expected_counts(districts);
    for (const int district : to.before()) {
      if (district >= 0) ++expected_counts[district];
    }
    const int capacity = *std::max_element(expected_counts.begin(), expected_counts.end()) + 33;
    const Buffer<int> boxes(districts * capacity), counts(std::vector<int>(districts, 0));
    const Counters counters = exercise.run([&] {
      sort_mail<<<(letters - 1) / threads + 1, threads>>>(boxes.data(), counts.data(), to.data(),
                                                          letters, capacity);
    });
    exercise.expect(counts, expected_counts, {}, "counts");
    exercise.expect(to, to.before(), {}, "to");

    // In any order: what is in the boxes is compared after sorting each.
    std::vector<int> got = boxes.read(), expected(boxes.before());
    std::vector<int> next(districts);
    for (int i = 0; i < letters; ++i) {
      const int district = to.before()[i];
      if (district < 0) continue;
      expected[district * capacity + next[district]++] = i;
    }
    for (int d = 0; d < districts; ++d) {
      std::sort(got.begin() + d * capacity, got.begin() + d * capacity + expected_counts[d]);
    }
    const std::string difference =
        first_difference(got.data(), boxes.size(), expected, {.columns = capacity});
    exercise.require(difference.empty(), "boxes, sorted by number, " + difference);
    exercise.require(boxes.guard_damage().empty(), "boxes, " + boxes.guard_damage());

    if (exercise.failed()) break;  // places beyond a box would follow
    if (letters < 1000) continue;  // a warp is enough for few
    // A thread may have up to four letters.
    const auto is_taken = [&](long long i) { return i % capacity < expected_counts[i / capacity]; };
    exercise.written_by(boxes, {.warps_at_least = std::max(letters / 128, 1),
                                .blocks_at_least = std::max(letters / (4 * threads), 1),
                                .where = is_taken,
                                .name = "boxes"});
    // One operation for each district that a warp has letters for. Letters may be shared out among
    // warps in other ways, so a quarter more.
    double groups = 0;
    for (int first = 0; first < letters; first += 32) {
      std::set<int> of_warp(to.before().begin() + first,
                            to.before().begin() + std::min(first + 32, letters));
      of_warp.erase(-1);
      groups += of_warp.size();
    }
    exercise.limit("sectors of atomics", counters.global_atomic_sectors, 1.25 * groups + 3,
                   "lanes with the same district can take their places with one operation");
  }
  return exercise.verdict();
}
