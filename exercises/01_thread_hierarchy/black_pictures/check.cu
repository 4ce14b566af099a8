#include "tutorial/exercise.cuh"
#include "tutorial/host_array.cuh"
#include "tutorial/launches.cuh"
#include "tutorial/watched_copies.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

using Pixels = std::vector<unsigned char>;

struct Outcome {
  Pixels picture;
  cudaError_t error;
  Counters counters;
  Launches launches;
};

Pixels random_film(int columns, int rows) {
  const std::vector<int> values = random_ints(std::size_t{1} * columns * rows, 0, 240);
  return {values.begin(), values.end()};
}

constexpr unsigned char kOtherPixel = 251;  // no film has it

// `before` is what the host has in the picture before. With `changes_a_pixel` a pixel of the film is another one when
// it arrives on the device.
Outcome call(Exercise& exercise, const Pixels& before, const Pixels& film, int columns, int rows,
             Style style, bool after_a_refused_one = false, bool changes_a_pixel = false) {
  Outcome outcome;
  const HostArray<unsigned char> picture(exercise, "picture", before);
  const HostArray<unsigned char> of_caller(exercise, "film", film);
  calls::forget();
  calls::forget_copies();
  calls::watch_loads_of(of_caller);
  if (changes_a_pixel) calls::change_element(of_caller, film.size() / 3, kOtherPixel);
  const auto develops = [&] {
    if (after_a_refused_one) {
      calls::refused_launch = true;
      Pixels other = before;
      develop(other.data(), film.data(), columns, rows, style);
      calls::refused_launch = false;
      calls::forget_but_error();
      calls::forget_copies();
    }
    outcome.error = develop(picture.data(), of_caller.data(), columns, rows, style);
    cudaGetLastError();  // what is left behind would be the next film's
  };
  outcome.launches = record_launches([&] { outcome.counters = exercise.run(develops); });
  outcome.picture = picture.values();
  exercise.require(of_caller.values() == film, "the film has changed");
  return outcome;
}

std::string name_of(Style style) { return style == Style::kStraight ? "straight" : "mirrored"; }

void check_film(Exercise& exercise, int columns, int rows, Style style) {
  if (exercise.failed()) return;
  const Pixels film = random_film(columns, rows), before(film.size(), 7);
  const Outcome outcome = call(exercise, before, film, columns, rows, style);
  exercise.require(outcome.error == cudaSuccess,
                   std::string("it returned ") + cudaGetErrorName(outcome.error));
  const auto expected = [&](long long i) {
    const long long y = i / columns, x = i % columns;
    return 255 - film[y * columns + (style == Style::kStraight ? x : columns - 1 - x)];
  };
  const std::string wrong =
      first_difference(outcome.picture.data(), film.size(), expected, {.columns = columns});
  exercise.require(wrong.empty(), "it returned cudaSuccess, and the picture is wrong: " + wrong);
  exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
  if (!film.empty()) {
    const std::string from_host =
        calls::not_from_a_kernel(film.data(), outcome.picture.data(), film.size(), "the film");
    exercise.require(from_host.empty(), from_host);
  }
  if (kCountsInsteadOfTimes) {
    exercise.require(outcome.counters.global_store_sectors >= film.size() / 32,
                     "the picture has to come from a kernel");
  }
  const std::string too_few = too_few_threads(outcome.launches, film.size(), 16, "pixels");
  exercise.require(too_few.empty(), too_few);
  calls::loads_are_shared<unsigned char>(exercise, {.per_warp_at_most = 16 * 32,
                                                    .name = "the film",
                                                    .task = "a thread has one pixel, or up to 16"});
  // A thread may have up to 16 pixels, for which a loop takes some ten stretches of code each.
  exercise.limit_busiest_warp(outcome.counters, 200);
}

// The picture has to be that of what is on the device.
void check_on_device(Exercise& exercise, Style style) {
  exercise.begin("97 columns × 31 rows, " + name_of(style));
  const Pixels film = random_film(97, 31), before(film.size(), 7);
  const Outcome outcome = call(exercise, before, film, 97, 31, style, false, true);
  const bool has_pixel =
      std::count(outcome.picture.begin(), outcome.picture.end(), 255 - kOtherPixel);
  exercise.require(
      !calls::has_changed || has_pixel,
      "one pixel of the film is another one on the device, and the picture has that of "
      "the host: a kernel has to develop it");
}

void expect_an_error(Exercise& exercise, const std::string& what, Style style) {
  if (exercise.failed()) return;
  exercise.begin(what + ", " + name_of(style));
  const Pixels film = random_film(97, 31), before(film.size(), 7);
  const Outcome outcome = call(exercise, before, film, 97, 31, style);
  exercise.require(outcome.error != cudaSuccess, "it returned cudaSuccess");
  exercise.require(outcome.picture == before,
                   "the picture has changed although there was an error");
  exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const bool is_answered = kWidestStraight != kNotAnswered || kTallestMirrored != kNotAnswered ||
                           kReturnsAnError != kNotAnswered;
  exercise.open(is_answered);
  exercise.require(kCaseIsOpen || !is_answered, "set kCaseIsOpen to true: then the program runs");
  if (!exercise.open(kCaseIsOpen) || exercise.failed()) return exercise.verdict();
  const int shapes[][2] = {{256, 100},  {1, 1},    {31, 33}, {2, 1000}, {257, 100}, {20000, 10},
                           {3, 100000}, {1024, 1}, {0, 100}, {100, 0},  {100000, 3}};
  for (const auto& [columns, rows] : shapes) {
    for (const Style style : {Style::kStraight, Style::kMirrored}) {
      exercise.begin(std::to_string(columns) + " columns × " + std::to_string(rows) + " rows, " +
                     name_of(style));
      check_film(exercise, columns, rows, style);
    }
  }
  for (const Style style : {Style::kStraight, Style::kMirrored}) {
    check_on_device(exercise, style);
    exercise.twice("33 columns × 9 rows, " + name_of(style),
                   [&] { check_film(exercise, 33, 9, style); });
  }
  // What goes wrong must not go unnoticed.
  for (const Style style : {Style::kStraight, Style::kMirrored}) {
    calls::refused_launch = true;
    expect_an_error(exercise, "if the launch is refused", style);
    calls::refused_launch = false;
    exercise.begin("after a refused launch, which returned its error, another film, " +
                   name_of(style));
    const Pixels film = random_film(97, 31);
    const Outcome another = call(exercise, film, film, 97, 31, style, /*after_a_refused_one=*/true);
    exercise.require(another.error == cudaSuccess,
                     std::string("it returned ") + cudaGetErrorName(another.error) +
                         ": is it the error of the call before, read and not removed?");
    calls::let_each_fail(exercise, calls::made,
                         [&](const std::string& name) { expect_an_error(exercise, name, style); });
  }
  exercise.begin("");
  const int most_threads = 1024, most_blocks_in_y = 65535, rows_of_a_block = 4;
  exercise.answer("kWidestStraight", kWidestStraight, most_threads / rows_of_a_block, 0,
                  "how many threads had a block of a straight film, and how many may it have?");
  exercise.answer(
      "kTallestMirrored", kTallestMirrored, most_blocks_in_y, 0,
      "how many blocks had the grid of a mirrored film in y, and how many may it have?");
  exercise.answer("kReturnsAnError", kReturnsAnError, 0, 0,
                  "which call asked for the error of the mirrored launch?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
