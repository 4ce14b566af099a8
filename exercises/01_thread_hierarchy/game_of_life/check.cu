#include "tutorial/exercise.cuh"
#include "tutorial/host_array.cuh"
#include "tutorial/launches.cuh"
#include "tutorial/picture.cuh"
#include "tutorial/watched_copies.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

using Cells = std::vector<unsigned char>;

struct World {
  int columns, rows;
  Cells cells;
};

World empty_world(int columns, int rows) { return {columns, rows, Cells(columns * rows)}; }

// Three of eight cells are alive: many of them have two or three neighbours.
World random_world(int columns, int rows) {
  World world = empty_world(columns, rows);
  for (unsigned char& cell : world.cells) cell = random_ints(1, 0, 7)[0] < 3;
  return world;
}

// Sets the cells that are drawn as `#`, rows ending in `/`, with the upper left one at (x, y).
void draw(World& world, int x, int y, const std::string& picture) {
  const int left = x;
  for (const char c : picture) {
    if (c == '#') world.cells[y * world.columns + x] = 1;
    x = c == '/' ? left : x + 1;
    if (c == '/') ++y;
  }
}

struct Outcome {
  Cells cells;
  cudaError_t error;
  Counters counters;
  Launches launches;
};

unsigned char other_cell(const World& world, int i) { return world.cells[i] == 0 ? 1 : 0; }

// @param changed a cell that is another one when it arrives on the device; -1: none
Outcome call(Exercise& exercise, const World& world, int generations,
             bool after_a_refused_one = false, int changed = -1) {
  Outcome outcome;
  const HostArray<unsigned char> cells(exercise, "cells", world.cells);
  calls::forget();
  calls::forget_copies();
  calls::watch_loads_of(cells);
  if (changed >= 0) calls::change_element(cells, changed, other_cell(world, changed));
  const auto lives = [&] {
    if (after_a_refused_one) {
      calls::refused_launch = true;
      Cells other = world.cells;
      live(other.data(), world.columns, world.rows, generations);
      calls::refused_launch = false;
      calls::forget_but_error();
      calls::forget_copies();
    }
    outcome.error = live(cells.data(), world.columns, world.rows, generations);
    cudaGetLastError();  // an error that was returned is not an error of the next call
  };
  outcome.launches = record_launches([&] { outcome.counters = exercise.run(lives); });
  outcome.cells = cells.values();
  exercise.open(outcome.error != cudaSuccess || !calls::made.empty() ||
                outcome.cells != world.cells);
  return outcome;
}

Cells lived(const World& world, int generations) {
  const auto [columns, rows, cells] = world;
  Cells now = cells;
  for (int g = 0; g < generations; ++g) {
    Cells next(now.size());
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < columns; ++x) {
        int neighbours = 0;
        for (int j = -1; j <= 1; ++j) {
          for (int i = -1; i <= 1; ++i) {
            if (i == 0 && j == 0) continue;
            neighbours += now[(y + j + rows) % rows * columns + (x + i + columns) % columns];
          }
        }
        next[y * columns + x] = neighbours == 3 || (neighbours == 2 && now[y * columns + x] == 1);
      }
    }
    now = next;
  }
  return now;
}

void check_result(Exercise& exercise, const Outcome& outcome, const World& world, int generations) {
  exercise.require(outcome.error == cudaSuccess,
                   std::string("it returned ") + cudaGetErrorName(outcome.error));
  const std::string wrong = first_difference(outcome.cells.data(), world.cells.size(),
                                             lived(world, generations), {.columns = world.columns});
  exercise.require(wrong.empty(),
                   wrong +
                       "; were all eight neighbours of this generation, or has another thread "
                       "overwritten one?");
  exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
}

// Who sends the cells as bytes gets other ones than the host has: then the result is that of a kernel, or not.
void check_on_device(Exercise& exercise, const World& world, int generations) {
  const int i = world.columns * (world.rows / 2) + world.columns / 3;
  const Outcome outcome = call(exercise, world, generations, false, i);
  World on_device = world;
  if (calls::has_changed) on_device.cells[i] = other_cell(world, i);
  const bool is_of_host = calls::has_changed && outcome.cells == lived(world, generations);
  exercise.require(!is_of_host || lived(on_device, generations) == outcome.cells,
                   "it is right for the cells on the host; on the device one of them is another "
                   "one, and a kernel has to find that");
  check_result(exercise, outcome, on_device, generations);
}

// @param generations one or more, of a world whose rows are whole warps
void check_cost(Exercise& exercise, const Outcome& outcome, const World& world, int generations) {
  const Counters& counters = outcome.counters;
  const double cells = world.cells.size();
  // Some may keep their cells in another type.
  const auto from_host = [&](const auto& before, const auto& after) {
    return calls::not_from_a_kernel(before.data(), after.data(), before.size(), "the cells");
  };
  using Words = std::vector<int>;
  const std::string as_bytes = from_host(world.cells, outcome.cells);
  const std::string as_words = from_host(Words(world.cells.begin(), world.cells.end()),
                                         Words(outcome.cells.begin(), outcome.cells.end()));
  exercise.require(as_bytes.empty() || as_words.empty(), as_bytes);
  const auto sent = static_cast<double>(calls::sent.size());
  const double bytes_of_cell = std::max(1.0, calls::device_bytes / (2 * cells));
  exercise.limit("bytes copied to the device", sent, std::ceil(bytes_of_cell * cells),
                 "the cells go there once, and stay there for all generations");
  // What was allocated may be set to 0 once.
  exercise.limit_of_model("bytes copied or set on the device itself", counters.copied_bytes - sent,
                          std::max<double>(calls::device_bytes, 2 * cells),
                          "what the next generation is need not be copied back over this one: swap "
                          "the two pointers");
  if (kCountsInsteadOfTimes) {
    exercise.require(
        counters.global_load_sectors >= generations * cells / 32 &&
            counters.global_store_sectors >= generations * cells / 32,
        "the kernels have loaded " + tutorial::short_number(counters.global_load_sectors) +
            " sectors and stored " + tutorial::short_number(counters.global_store_sectors) + "; " +
            std::to_string(generations) + " generations have " +
            tutorial::short_number(generations * cells / 32));
  }
  const std::string too_few =
      too_few_threads(outcome.launches, generations * world.cells.size(), 16, "cells");
  exercise.require(too_few.empty(), too_few);
  // A thread may have 16 cells, each of which takes up to 50 stretches of code in loops over its neighbours.
  exercise.limit_busiest_warp(counters, generations * 16.0 * 50);
  exercise.limit("load requests", counters.global_load_requests, generations * cells / 32 * 12,
                 "a cell looks at itself and at eight others");
  // A cell of one byte: in three rows, 1 sector straight above and 2 to the left and right. Blocks 16 wide
  // need 24, blocks 8 wide 42.
  exercise.limit("sectors loaded", counters.global_load_sectors,
                 generations * cells / 32 * 20 * bytes_of_cell,
                 "the 32 lanes of a warp should work on cells of one row; let x run along it, in "
                 "blocks 32, 64, … threads wide");
}

// One generation: then all loads are of the cells as they have arrived.
void check_share(Exercise& exercise) {
  exercise.begin("192 rows × 256 columns, generations 1");
  const World world = random_world(256, 192);
  check_result(exercise, call(exercise, world, 1), world, 1);
  calls::loads_are_shared<unsigned char>(
      exercise,
      {.per_warp_at_most = 16 * 32,
       .name = "the cells",
       .task = "a thread has one cell, or up to 16, of which each is loaded about 9 times"});
}

// A gun that fires a glider every 30 generations. What was alive stays visible, and fades.
void take_pictures(Exercise& exercise, const std::string& program) {
  constexpr int kZoom = 6, kGenerationsEach = 4, kExposures = 60;
  World world = empty_world(72, 40);
  draw(world, 3, 3,
       "........................#.........../"
       "......................#.#.........../"
       "............##......##............##/"
       "...........#...#....##............##/"
       "##........#.....#...##............../"
       "##........#...#.##....#.#.........../"
       "..........#.....#.......#.........../"
       "...........#...#..................../"
       "............##....................../");
  std::vector<float> light(world.cells.size());
  const auto expose = [&] {
    for (std::size_t i = 0; i < light.size(); ++i) {
      light[i] = world.cells[i] == 1 ? 1 : 0.85f * light[i];
    }
  };
  const auto write = [&](const std::string& when) {
    std::vector<float> pixels(light.size() * kZoom * kZoom);
    const int width = world.columns * kZoom;
    for (std::size_t i = 0; i < pixels.size(); ++i) {
      pixels[i] = light[i / width / kZoom * world.columns + i % width / kZoom];
    }
    write_pgm(program + when + ".pgm", pixels, width, world.rows * kZoom);
  };
  expose();
  write(".before");
  for (int k = 0; k < kExposures && !exercise.failed(); ++k) {
    exercise.begin("the gun, generation " + std::to_string(k * kGenerationsEach));
    const Outcome outcome = call(exercise, world, kGenerationsEach);
    check_result(exercise, outcome, world, kGenerationsEach);
    world.cells = outcome.cells;
    expose();
  }
  if (exercise.failed()) return;
  write(".after");
  std::printf("Your world is in %s.before.pgm and %s.after.pgm\n", program.c_str(),
              program.c_str());
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const struct {
    int columns, rows, generations;
  } tasks[] = {{8, 8, 1},    {33, 9, 1},   {9, 33, 2},     {1, 1, 1},     {1, 7, 3},
               {2, 2, 1},    {2, 5, 4},    {3, 3, 2},      {31, 1, 5},    {64, 32, 0},
               {97, 101, 3}, {1009, 3, 2}, {5, 1009, 7},   {64, 48, 50},  {256, 192, 4},
               {2003, 7, 1}, {3, 5003, 2}, {1, 100003, 1}, {100003, 1, 1}};
  for (const auto& [columns, rows, generations] : tasks) {
    exercise.begin(std::to_string(rows) + " rows × " + std::to_string(columns) +
                   " columns, generations " + std::to_string(generations));
    const World world = random_world(columns, rows);
    const Outcome outcome = call(exercise, world, generations);
    check_result(exercise, outcome, world, generations);
    if (columns == 256) check_cost(exercise, outcome, world, generations);
    if (exercise.failed()) return exercise.verdict();
  }
  check_share(exercise);
  exercise.begin("48 rows × 64 columns, generations 3");
  check_on_device(exercise, random_world(64, 48), 3);
  exercise.twice("33 rows × 65 columns, generations 2", [&] {
    const World world = random_world(65, 33);
    check_result(exercise, call(exercise, world, 2), world, 2);
  });
  if (exercise.failed()) return exercise.verdict();
  exercise.end_of_limits();  // there are some 400 launches to come

  // In four generations a glider moves by one cell, down and to the right.
  World world = empty_world(32, 32);
  draw(world, 20, 3, ".#./..#/###/");
  exercise.begin("a glider, once around a world of 32 × 32");
  check_result(exercise, call(exercise, world, 128), world, 128);
  if (exercise.failed()) return exercise.verdict();

  world = random_world(65, 33);
  call(exercise, world, 3);
  const std::vector<std::string> names = calls::made;
  const auto expect_an_error = [&](const std::string& what) {
    exercise.begin(what);
    const Outcome outcome = call(exercise, world, 3);
    exercise.require(outcome.error != cudaSuccess, "it returned cudaSuccess");
    exercise.require(outcome.cells == world.cells,
                     "the cells have changed although there was an error");
    exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
    return !exercise.failed();
  };
  calls::refused_launch = true;
  if (!expect_an_error("if a launch is refused")) return exercise.verdict();
  calls::refused_launch = false;
  exercise.begin("after a refused launch, which returned its error, another call");
  const Outcome another = call(exercise, world, 3, /*after_a_refused_one=*/true);
  exercise.require(another.error == cudaSuccess,
                   std::string("it returned ") + cudaGetErrorName(another.error) +
                       ": is it the error of the call before, read and not removed?");
  check_result(exercise, another, world, 3);
  if (exercise.failed()) return exercise.verdict();
  calls::let_each_fail(exercise, names, expect_an_error);
  if (exercise.failed()) return exercise.verdict();
  take_pictures(exercise, argv[0]);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
