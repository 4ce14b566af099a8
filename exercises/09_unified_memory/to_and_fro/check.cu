#include "tutorial/exercise.cuh"
#include "tutorial/timeline.cuh"
#include "tutorial/watched_calls.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

constexpr int kPageBytes = 64 << 10;

struct Question {
  int round, tank;
  float change;
  bool operator==(const Question&) const = default;
};

bool answer_to(const Question& q) { return q.change > 6 || (q.round + q.tank) % 3 == 0; }

// What should come out: all questions, in order, and the cells in the end.
std::vector<Question> heat_on_the_host(std::vector<float>& cells, int tanks, int rounds) {
  std::vector<Question> questions;
  std::vector<bool> is_heated(tanks, true);
  for (int round = 0; round < rounds; ++round) {
    for (int k = 0; k < tanks; ++k) {
      float change = 0;
      for (int i = k * kCells; is_heated[k] && i < (k + 1) * kCells; ++i) {
        const float old = cells[i];
        cells[i] = old + (kTemperature - old) / 8;
        change = std::max(change, cells[i] - old);
      }
      questions.push_back({round, k, change});
      is_heated[k] = answer_to(questions.back());
    }
  }
  return questions;
}

std::string text_of(const Question& q) {
  return "change " + tutorial::value_text(q.change) + " of tank " + std::to_string(q.tank) +
         " in round " + std::to_string(q.round);
}

// By all copies, however they are called.
double bytes_copied(const Timeline& timeline) {
  double bytes = 0;
  for (const Timeline::Operation& operation : timeline.operations()) {
    if (operation.kind.starts_with("copy")) bytes += static_cast<double>(operation.bytes);
  }
  return bytes;
}

bool is_managed(const void* memory) {
  cudaPointerAttributes attributes = {};
  CHECK(cudaPointerGetAttributes(&attributes, memory));
  return attributes.type == cudaMemoryTypeManaged;
}

void check_plant(Exercise& exercise, int tanks, int rounds) {
  exercise.begin(std::to_string(tanks) + " tanks, " + std::to_string(rounds) + " rounds");
  std::vector<float> cells = random_floats(tanks * kCells, 10, 60), result(cells.size());
  std::vector<Question> questions;
  calls::forget();
  Plant plant = {};
  build(plant, tanks);
  for (int k = 0; k < tanks; ++k) std::copy_n(&cells[k * kCells], kCells, cells_of(plant, k));
  const bool may_move = is_managed(cells_of(plant, 0));
  double copied = 0;
  const Counters counters = exercise.run([&] {
    copied = bytes_copied(record_timeline([&] {
      run(plant, rounds, [&](int round, int tank, float change) {
        questions.push_back({round, tank, change});
        return answer_to(questions.back());
      });
    }));
    for (int k = 0; k < tanks; ++k) std::copy_n(cells_of(plant, k), kCells, &result[k * kCells]);
  });
  destroy(plant);

  const std::vector<Question> expected = heat_on_the_host(cells, tanks, rounds);
  exercise.require(questions.size() == expected.size(),
                   "decide() was called " + std::to_string(questions.size()) + " times");
  for (std::size_t i = 0; i < std::min(questions.size(), expected.size()); ++i) {
    exercise.require(questions[i] == expected[i], "decide() was told " + text_of(questions[i]) +
                                                      "; expected " + text_of(expected[i]));
  }
  const std::string wrong =
      first_difference(result.data(), tanks * kCells, cells, {.columns = kCells});
  exercise.require(wrong.empty(), "cells of the tanks, " + wrong);
  exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());

  // The cells go there and come back, and what host and kernel tell each other fits into few bytes. A
  // page for all decisions and one for all changes, both ways in each round, is more than it takes.
  const int cell_pages = tanks * (kCells * sizeof(float) / kPageBytes + 1);
  const double cell_bytes = static_cast<double>(tanks) * kCells * sizeof(float);
  exercise.require(copied <= 2 * cell_bytes + 64.0 * rounds * tanks,
                   tutorial::short_number(copied) + " bytes were copied; the cells have " +
                       tutorial::short_number(cell_bytes) +
                       ", and the host needs none of them before the end");
  exercise.require(
      may_move || copied >= 2 * cell_bytes || !kHasTimelines,
      "the cells are in memory of the host, and kernels use them there: they cross the "
      "bus in each round");
  const std::string meaning =
      "the cells move once, and what host and kernel tell each other needs a page or two";
  exercise.limit_of_model("pages that moved to the host",
                          counters.pages_to_host_by_fault + counters.pages_to_host_by_prefetch,
                          cell_pages + 2 * rounds, meaning);
  exercise.limit_of_model("pages that moved to the device",
                          counters.pages_to_device_by_fault + counters.pages_to_device_by_prefetch,
                          cell_pages + 2 * rounds, meaning);
  exercise.limit_of_model("pages that kernels used on the host", counters.pages_in_place,
                          2 * rounds, "the cells cross the bus in each round without moving");
  if (kCountsInsteadOfTimes) {
    exercise.require(counters.global_store_sectors >= cell_bytes / 32,
                     "the cells have to be heated by a kernel");
  }
  exercise.limit_busiest_warp(counters, 40 * rounds);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kPagesToTheHost != kNotAnswered)) return exercise.verdict();
  // Two numbers in front of 80,000 bytes of cells: each pair in another page.
  exercise.answer("kPagesToTheHost", kPagesToTheHost, 8, 0,
                  "which pages hold the first 8 bytes of the 8 tanks?");
  for (const auto& [tanks, rounds] : {std::pair(8, 12), {1, 1}, {3, 12}, {13, 7}}) {
    check_plant(exercise, tanks, rounds);
    if (exercise.failed()) break;
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
