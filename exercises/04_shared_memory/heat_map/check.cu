#include <cstdio>

#include "tutorial/checked_calls.cuh"
#include "tutorial/exercise.cuh"
#include "tutorial/host_array.cuh"
#include "tutorial/watched_copies.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

struct Task {
  int width, height;
  float rate;
  int steps;
};

// Anything from cold to warm, and pieces of wire.
std::vector<float> random_plate(int cells) {
  std::vector<float> plate = random_floats(cells, 0, 1.1f);
  for (float& cell : plate) cell = std::min(cell, kHot);
  return plate;
}

// A wire that is wound up, and a ring beside it.
std::vector<float> wires(int width, int height) {
  std::vector<float> plate(1LL * width * height);
  for (int i = 0; i < width * height; ++i) {
    const float x = i % width - 0.34f * width, y = i / width - 0.5f * height;
    const float radius = std::hypot(x, y), turns = std::atan2(y, x) / 6.2831853f;
    const float to_ring = std::hypot(i % width - 0.84f * width, i / width - 0.33f * height);
    const bool wound = radius < 0.45f * height && std::fmod(radius + 18 * turns + 9, 18.0f) < 1.2f;
    plate[i] = wound || std::abs(to_ring - 0.1f * height) < 0.7f ? kHot : 0.0f;
  }
  return plate;
}

std::vector<float> heated(std::vector<float> plate, const Task& task) {
  const auto& [width, height, rate, steps] = task;
  for (int step = 0; step < steps; ++step) {
    const std::vector<float> old = plate;
    for (int y = 0, i = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x, ++i) {
        if (old[i] >= kHot) continue;
        const float around = (x > 0 ? old[i - 1] : 0) + (x < width - 1 ? old[i + 1] : 0) +
                             (y > 0 ? old[i - width] : 0) + (y < height - 1 ? old[i + width] : 0);
        plate[i] = old[i] + rate * (around - 4 * old[i]);
      }
    }
  }
  return plate;
}

// For a width that is a multiple of 32.
void check_cost(Exercise& exercise, const Counters& counters, const Task& task,
                const std::vector<float>& before, const std::vector<float>& plate) {
  const double cells = 1.0 * task.width * task.height, warps = task.steps * cells / 32;
  const std::string from_host =
      calls::not_from_a_kernel(before.data(), plate.data(), plate.size(), "the plate");
  exercise.require(from_host.empty(), from_host);
  const auto sent = static_cast<double>(calls::sent.size());
  exercise.limit("bytes copied to the device", sent, cells * sizeof(float),
                 "the plate goes there once");
  // What was allocated may be set to 0 once.
  exercise.limit_of_model("bytes copied or set on the device itself", counters.copied_bytes - sent,
                          std::max<double>(calls::device_bytes, 2 * cells * sizeof(float)),
                          "what a launch has stored need not be copied: swap the two pointers");
  if (kCountsInsteadOfTimes) {
    exercise.require(counters.global_store_sectors >= cells / 8,
                     "kernels have stored " +
                         tutorial::short_number(counters.global_store_sectors) +
                         " sectors; all cells are " + tutorial::short_number(cells / 8));
  }
  // Those of the plate as it has arrived, in one launch or two.
  if (task.steps <= 4) {
    calls::loads_are_shared<float>(exercise, {.per_warp_at_most = 32 * 32,
                                              .name = "the plate",
                                              .task = "in a step, a thread has up to 32 cells"});
  }
  exercise.limit_busiest_warp(counters, 1000.0 * task.steps);
  exercise.limit("sectors stored", counters.global_store_sectors, 5 * warps,
                 "neighbouring lanes should store neighbouring cells");
  exercise.limit(
      "load requests", counters.global_load_requests, 3.5 * warps,
      "a block should load a tile with its halo, and find the neighbours of a cell there");
  exercise.limit(
      "sectors loaded", counters.global_load_sectors, 10 * warps,
      "neighbouring lanes should load neighbouring cells, and each cell once for its block");
  exercise.limit(
      "bank conflicts", counters.bank_conflicts, 0,
      "lanes of a warp want different words of the same bank: which words of the tile are "
      "those of 32 lanes?");
  exercise.limit("sectors stored per step", counters.global_store_sectors / task.steps,
                 2.5 * cells / 32,
                 "a block with a halo of k cells can do k steps before it stores");
}

// A picture in colours that most viewers open: from black over red and yellow to white.
void write_heat_map(const std::string& path, const std::vector<float>& plate, int width,
                    int height) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return;
  std::fprintf(file, "P6 %d %d 255\n", width, height);
  for (const float cell : plate) {
    for (const float from : {0.0f, 0.33f, 0.67f}) {
      std::fputc(static_cast<int>(255 * std::clamp(3 * (cell - from), 0.0f, 1.0f)), file);
    }
  }
  if (std::fclose(file) == 0) std::printf("The heat map is in %s\n", path.c_str());
}

std::vector<float> call(Exercise& exercise, const std::vector<float>& before, const Task& task,
                        Counters& counters) {
  const HostArray<float> plate(exercise, "plate", before);
  calls::forget();
  calls::forget_copies();
  calls::watch_loads_of(plate);
  counters =
      exercise.run([&] { heat(plate.data(), task.width, task.height, task.rate, task.steps); });
  return plate.values();
}

void check_result(Exercise& exercise, const std::vector<float>& before,
                  const std::vector<float>& plate, const Task& task) {
  const std::string wrong =
      first_difference(plate.data(), task.width * task.height, heated(before, task),
                       {.absolute = 1e-4, .columns = task.width});
  exercise.require(wrong.empty(), wrong);
  exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const Task tasks[] = {{1, 1, 0.2f, 1},    {33, 9, 0.25f, 1},     {32, 8, 0.2f, 2},
                        {8, 32, 0.1f, 3},   {1, 31, 0.15f, 2},     {95, 7, 0.25f, 9},
                        {64, 33, 0.1f, 0},  {1009, 3, 0.05f, 2},   {3, 1009, 0.2f, 1},
                        {256, 97, 0.2f, 4}, {224, 128, 0.24f, 80}, {2003, 5, 0.2f, 3},
                        {5, 2003, 0.2f, 1}};
  for (const Task& task : tasks) {
    const auto& [width, height, rate, steps] = task;
    exercise.begin(std::to_string(width) + " × " + std::to_string(height) + " cells, rate " +
                   tutorial::short_number(rate) + ", steps " + std::to_string(steps));
    const bool is_picture = width == 224;
    const std::vector<float> before =
        is_picture ? wires(width, height) : random_plate(width * height);
    Counters counters;
    const std::vector<float> plate = call(exercise, before, task, counters);
    if (!exercise.open(!calls::made.empty() || plate != before)) return exercise.verdict();
    check_result(exercise, before, plate, task);
    if (width % 32 == 0 && width * height > 10000)
      check_cost(exercise, counters, task, before, plate);
    if (exercise.failed()) return exercise.verdict();
    if (is_picture) write_heat_map(std::string(argv[0]) + ".ppm", plate, width, height);
  }
  const Task small = {33, 9, 0.2f, 3};
  exercise.twice("33 × 9 cells, rate 0.2, steps 3", [&] {
    const std::vector<float> before = random_plate(33 * 9);
    Counters counters;
    check_result(exercise, before, call(exercise, before, small, counters), small);
  });
  exercise.end_of_limits();
  require_check_around_each_call(exercise, [&] {
    std::vector<float> plate = random_plate(33 * 9);
    heat(plate.data(), small.width, small.height, small.rate, small.steps);
  });
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
