#include <cmath>

#include "tutorial/exercise.cuh"
#include "tutorial/host_array.cuh"
#include "tutorial/launches.cuh"
#include "tutorial/watched_copies.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// What hottest_day() must not touch if there is an error.
constexpr int kNoDay = -7;

struct Outcome {
  int day = kNoDay;
  cudaError_t error = cudaSuccess;
  Counters counters;
};

// @param before what is done in front of it
Outcome call(Exercise& exercise, const HostArray<float>& temperatures, long long n, int threads,
             const std::function<void()>& before = nullptr) {
  Outcome outcome;
  calls::forget();
  outcome.counters = exercise.run([&] {
    if (before) before();
    outcome.error = hottest_day(&outcome.day, temperatures.data(), n, threads);
    cudaGetLastError();  // an error that was returned is not an error of the next call
  });
  exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
  exercise.require(calls::not_destroyed == 0, "streams or events that were not destroyed: " +
                                                  std::to_string(calls::not_destroyed));
  return outcome;
}

// @param name what newer versions of CUDA call the error; older ones may have another name
void expect_error(Exercise& exercise, const Outcome& outcome, cudaError_t name, cudaError_t older) {
  exercise.require(outcome.error == name || outcome.error == older,
                   std::string("it returned ") + cudaGetErrorName(outcome.error) +
                       "; the first error is " + cudaGetErrorName(name));
  exercise.require(outcome.day == kNoDay, "*day has changed although there was an error");
}

void limit_bytes_back(Exercise& exercise, int n) {
  exercise.limit("bytes copied back", static_cast<double>(calls::brought.size()),
                 8.0 * ((n + 31) / 32) + 256,
                 "the lanes of a warp should agree on one candidate, and the host looks at those "
                 "at most");
}

// Both zeros are as hot, and differ in a bit: the first of them counts.
void check_zeros(Exercise& exercise, float first, float second) {
  exercise.begin("two hottest days, with " + std::string(std::signbit(first) ? "-0" : "0") +
                 " and later " + (std::signbit(second) ? "-0" : "0"));
  std::vector<float> temperatures = random_floats(77, -40, -1);
  temperatures[20] = first;
  temperatures[70] = second;
  const HostArray<float> of_caller(exercise, "temperatures", temperatures);
  const Outcome outcome = call(exercise, of_caller, 77, 32);
  exercise.require(outcome.day == 20, "expected day 20, the first of two equal ones, got " +
                                          std::to_string(outcome.day) +
                                          ": -0 == 0, but their bits differ");
}

// Two days of one warp are as hot. Which of them a lane hears of first depends on how the lanes meet.
void check_equal(Exercise& exercise, int first, int second) {
  exercise.begin("days " + std::to_string(first) + " and " + std::to_string(second) +
                 " equally hot");
  std::vector<float> temperatures = random_floats(77, -40, -1);
  temperatures[first] = temperatures[second] = 12.5f;
  const HostArray<float> of_caller(exercise, "temperatures", temperatures);
  const Outcome outcome = call(exercise, of_caller, 77, 64);
  exercise.require(outcome.day == first,
                   "expected day " + std::to_string(first) + ", the first of two equal ones, got " +
                       std::to_string(outcome.day) +
                       ": when two lanes meet, which day is it if both are as hot?");
}

// A maximum that begins at the least finite float never sees them.
void check_infinite(Exercise& exercise) {
  exercise.begin("100 days of -infinity");
  const HostArray<float> temperatures(exercise, "temperatures", std::vector<float>(100, -INFINITY));
  const Outcome outcome = call(exercise, temperatures, 100, 64);
  exercise.require(outcome.day == 0, "expected day 0, the first of equal ones, got " +
                                         std::to_string(outcome.day) +
                                         ": what is less than every float, or equal?");
}

// Infinitely hot days are like others: the first of them counts.
void check_hottest_infinite(Exercise& exercise) {
  exercise.begin("days 41 and 66 of 77 at infinity");
  std::vector<float> days = random_floats(77, -40, 50);
  days[41] = days[66] = INFINITY;
  const HostArray<float> temperatures(exercise, "temperatures", days);
  const Outcome outcome = call(exercise, temperatures, 77, 64);
  exercise.require(outcome.day == 41, "expected day 41, the first of two equal ones, got " +
                                          std::to_string(outcome.day) +
                                          ": infinity is a temperature, and equal to itself");
}
// The threads per block of the launch that has most threads.
int largest_block(const Launches& launches) {
  long long most = 0;
  int block = 0;
  for (const Launches::Launch& l : launches.all()) {
    const int threads = l.block.x * l.block.y * l.block.z;
    const long long all = 1ll * l.grid.x * l.grid.y * l.grid.z * threads;
    if (all > most) block = threads;
    most = std::max(most, all);
  }
  return block;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const struct {
    int n, threads;  // the last ones: each block is a warp
    float highest;
  } cases[] = {{1, 32, -0.5f},      {2, 32, 31.5f},        {31, 64, -0.5f},    {32, 32, 31.5f},
               {33, 1024, 0},       {64, 32, -0.5f},       {1009, 96, 31.5f},  {1009, 96, -0.5f},
               {20011, 512, -0.5f}, {1000003, 256, 31.5f}, {300007, 32, -0.5f}};
  for (const auto& [n, threads, highest] : cases) {
    exercise.begin("n = " + std::to_string(n) + ", threads = " + std::to_string(threads));
    // Two days are as hot, one in the second half, and the last one. If many are copied, another one
    // arrives on the device that is hotter.
    std::vector<float> temperatures = random_floats(n, -40, highest - 0.25f);
    const int on_host = n * 2 / 3, on_device = n / 3;
    temperatures[on_host] = temperatures[n - 1] = highest;
    const HostArray<float> of_caller(exercise, "temperatures", temperatures);
    calls::forget_copies();
    calls::watch_loads_of(of_caller);
    if (n > 10000) calls::change_element(of_caller, on_device, highest + 1);
    const Outcome outcome = call(exercise, of_caller, n, threads);
    const Counters& counters = outcome.counters;
    if (!exercise.open(outcome.error != cudaSuccess || !calls::made.empty())) {
      return exercise.verdict();
    }
    exercise.require(outcome.error == cudaSuccess,
                     std::string("it returned ") + cudaGetErrorName(outcome.error));
    const int hottest = calls::has_changed ? on_device : on_host;
    exercise.require(!calls::has_changed || outcome.day != on_host,
                     "got the day that is hottest on the host; on the device another one is, and a "
                     "kernel has to find it");
    exercise.require(outcome.day == hottest, "expected day " + std::to_string(hottest) + ", got " +
                                                 std::to_string(outcome.day));
    const double sectors = (n + 7) / 8;
    if (kCountsInsteadOfTimes && n > 1000 && hottest == on_host) {
      exercise.require(
          counters.global_load_sectors >= sectors,
          "the kernels have loaded " + tutorial::short_number(counters.global_load_sectors) +
              " sectors of the " + tutorial::short_number(sectors) + " that hold the temperatures");
    }
    calls::loads_are_shared<float>(exercise,
                                   {.per_warp_at_most = 4096,
                                    .name = "the temperatures",
                                    .task = "share them out among more warps and blocks"});
    // 4096 candidates of a warp are 128 rounds; 9 basic blocks for each are plenty.
    exercise.limit_busiest_warp(counters, 1200);
    exercise.limit("sectors loaded", counters.global_load_sectors, 1.25 * sectors + 64,
                   "each temperature is read once, and neighbouring lanes read neighbours");
    exercise.limit("sectors of atomics", counters.global_atomic_sectors, (n + 31) / 32 + 64,
                   "the lanes of a warp should agree on one candidate first");
    limit_bytes_back(exercise, n);
    if (exercise.failed()) return exercise.verdict();
  }

  check_zeros(exercise, -0.0f, 0.0f);
  check_zeros(exercise, 0.0f, -0.0f);
  check_infinite(exercise);
  check_hottest_infinite(exercise);
  for (const auto& [first, second] : {std::pair(1, 16),
                                      {3, 17},
                                      {0, 31},
                                      {15, 16},
                                      {9, 24},
                                      {12, 20},
                                      {5, 6},
                                      {33, 50},
                                      {40, 63},
                                      {30, 32},
                                      {64, 76}}) {
    check_equal(exercise, first, second);
  }
  constexpr int n = 5003;
  const HostArray<float> temperatures(exercise, "temperatures", random_floats(n, -40, -1));
  // What goes wrong must not go unnoticed. The memory is asked for first, before anything is read.
  exercise.begin("threads = 2048");
  expect_error(exercise, call(exercise, temperatures, n, 2048), cudaErrorInvalidValue,
               cudaErrorInvalidConfiguration);
  exercise.begin("n = 2^46");
  expect_error(exercise, call(exercise, temperatures, 1ll << 46, 256), cudaErrorMemoryAllocation,
               cudaErrorMemoryAllocation);
  const auto expect_success_after = [&](const std::string& what, long long count, int threads) {
    exercise.begin("after " + what + ", which returned its error, a call with threads = 256");
    const Outcome another = call(exercise, temperatures, n, 256, [&] {
      int other;
      hottest_day(&other, temperatures.data(), count, threads);
      calls::forget_but_error();
    });
    exercise.require(another.error == cudaSuccess,
                     std::string("it returned ") + cudaGetErrorName(another.error) +
                         ": is it the error of the call before, read and not removed?");
  };
  expect_success_after("threads = 2048", n, 2048);
  expect_success_after("n = 2^46", 1ll << 46, 256);
  if (exercise.failed()) return exercise.verdict();
  call(exercise, temperatures, n, 256);
  const std::vector<std::string> names = calls::made;
  calls::let_each_fail(exercise, names, [&](const std::string& name) {
    exercise.begin(name);
    expect_error(exercise, call(exercise, temperatures, n, 256), calls::kFailure, calls::kFailure);
  });
  calls::let_each_fail_before(
      exercise, names,
      [&] {
        int other;
        hottest_day(&other, temperatures.data(), n, 256);
      },
      [&](const std::function<void()>& fail) {
        return call(exercise, temperatures, n, 256, fail).error;
      });
  for (const int threads : {64, 320}) {
    exercise.begin("n = 5003, threads = " + std::to_string(threads));
    const Launches launches = record_launches([&] { call(exercise, temperatures, n, threads); });
    exercise.require(
        !kHasLaunches || largest_block(launches) == threads,
        "the launch with most threads has blocks of " + std::to_string(largest_block(launches)));
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
