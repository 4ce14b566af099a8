#include <limits>

#include "tutorial/exercise.cuh"
#include "tutorial/host_array.cuh"
#include "tutorial/launches.cuh"
#include "tutorial/watched_copies.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

struct Outcome {
  Summary summary = {-7, -7, -7, -7, -7};
  cudaError_t error = cudaSuccess;
  Counters counters;
  Launches launches;

  bool is_untouched() const {
    return summary.count == -7 && summary.smallest == -7 && summary.largest == -7 &&
           summary.mean == -7 && summary.variance == -7;
  }
};

Outcome call(Exercise& exercise, const HostArray<float>& values, long long n, int threads,
             bool after_a_refused_one = false) {
  Outcome outcome;
  calls::forget();
  const auto summarizes = [&] {
    if (after_a_refused_one) {
      Summary other;
      summarize(&other, values.data(), n, 2048);
      calls::forget();
    }
    outcome.error = summarize(&outcome.summary, values.data(), n, threads);
    cudaGetLastError();  // an error that was returned is not an error of the next call
  };
  outcome.launches = record_launches([&] { outcome.counters = exercise.run(summarizes); });
  return outcome;
}

void require_all_freed(Exercise& exercise) {
  exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
}

// About one in `one_in` is missing; 1: all are. What is there lies between low and high.
std::vector<float> some_values(int n, float low, float high, int one_in) {
  std::vector<float> values = random_floats(n, low, high);
  const std::vector<int> dice = random_ints(n, 1, one_in);
  for (int i = 0; i < n; ++i) {
    if (dice[i] == one_in) values[i] = std::numeric_limits<float>::quiet_NaN();
  }
  return values;
}

Summary summary_of(const std::vector<float>& values) {
  Summary all = {0, std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                 0, 0};
  double sum = 0, squares = 0;
  for (const float value : values) {
    if (std::isnan(value)) continue;
    ++all.count;
    all.smallest = std::min(all.smallest, value);
    all.largest = std::max(all.largest, value);
    sum += value;
  }
  all.mean = sum / all.count;
  for (const float value : values) {
    if (!std::isnan(value)) squares += (value - all.mean) * (value - all.mean);
  }
  all.variance = squares / all.count;
  return all;
}

// @param of_host what comes out if a value is not changed on its way to the device
void compare(Exercise& exercise, const Summary& got, const Summary& expected,
             const Summary& of_host) {
  const auto require = [&](const std::string& name, auto member, const Comparison& comparison) {
    std::string wrong = difference(got.*member, expected.*member, comparison);
    if (!wrong.empty() && difference(got.*member, of_host.*member, comparison).empty()) {
      wrong =
          "it is right for the values on the host; on the device one of them is another one, "
          "and a kernel has to find that";
    }
    exercise.require(wrong.empty(), name + ": " + wrong);
  };
  require("count", &Summary::count, {});
  if (expected.count == 0) return;
  require("smallest", &Summary::smallest, {});
  require("largest", &Summary::largest, {});
  require("mean", &Summary::mean, {.relative = 1e-5, .absolute = 1e-6});
  require("variance", &Summary::variance, {.relative = 1e-3, .absolute = 1e-5});
}

void check_cost(Exercise& exercise, const Outcome& outcome, int n, int threads) {
  const Counters& counters = outcome.counters;
  exercise.require(!kHasLaunches || outcome.launches.has(threads),
                   "no launch has blocks of " + std::to_string(threads) +
                       " threads: the caller has chosen the block size");
  // A launch that has a thread for 16 values goes through them. Parts are fewer: one for each block, or each warp.
  for (const Launches::Launch& launch : outcome.launches.all()) {
    const bool is_for_values =
        threads >= 128 && 16 * launch.blocks() * launch.threads_per_block() >= n;
    exercise.require(!is_for_values || launch.threads_per_block() == static_cast<unsigned>(threads),
                     "the launch of " + launch.kernel + " has blocks of " +
                         std::to_string(launch.threads_per_block()) + " threads, not of " +
                         std::to_string(threads) +
                         ": all that go through the values have the caller's block size");
  }
  const double sectors = (n + 7) / 8;
  if (kCountsInsteadOfTimes) {
    exercise.require(counters.global_load_sectors >= sectors,
                     "the kernels have loaded " +
                         tutorial::short_number(counters.global_load_sectors) +
                         " sectors; the values are in " + tutorial::short_number(sectors));
  }
  exercise.limit_of_model("bytes copied to the device", counters.copied_bytes, 4.0 * n + 65536,
                          "the values go there once");
  calls::loads_are_shared<float>(
      exercise,
      {.per_warp_at_most = 64 * 32, .name = "the values", .task = "a thread has up to 64 values"});
  exercise.limit_busiest_warp(counters, 2000);
  exercise.limit("bytes copied back", static_cast<double>(calls::brought.size()),
                 64.0 * ((n + threads - 1) / threads),
                 "the threads of a block should put their results together, by a tree");
  exercise.limit("sectors loaded", counters.global_load_sectors, 2.2 * sectors + 2048,
                 "the values are read twice at most, and neighbouring lanes read neighbours");
  exercise.limit("sectors of atomics", counters.global_atomic_sectors,
                 std::max(sectors / 2, 8.0 * ((n + threads - 1) / threads)),
                 "a block should have one result of all of its threads before it adds to a total");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const struct {
    int n, threads;
    float low, high;
    int one_in;
  } cases[] = {{33, 32, -3, -1, 8},       {1, 64, 2, 5, 99},        {32, 32, 1, 4, 5},
               {31, 1024, -9, 2, 3},      {77, 32, 0, 1, 1},        {1009, 64, 9990, 10010, 10},
               {20011, 512, -40, 31, 4},  {200003, 256, 5, 8, 100}, {200003, 128, 9990, 10010, 7},
               {300007, 1024, -8, 3, 50}, {100003, 32, -5, 2, 40}};
  for (const auto& [n, threads, low, high, one_in] : cases) {
    exercise.begin("n = " + std::to_string(n) + " from " + tutorial::short_number(low) + " to " +
                   tutorial::short_number(high) + ", threads = " + std::to_string(threads));
    const std::vector<float> values = some_values(n, low, high, one_in);
    const HostArray<float> of_caller(exercise, "values", values);
    const bool is_large = n > 100000;
    // A value that is missing on the host is there on the device, and is the largest or the smallest.
    std::vector<float> on_device = values;
    calls::forget_copies();
    if (is_large) {
      calls::watch_loads_of(of_caller);
      const auto missing = std::find_if(on_device.begin() + n / 2, on_device.end(),
                                        [](float value) { return std::isnan(value); });
      *missing = low < 1000 ? high + 1.5f : low - 1.5f;
      calls::change_element(of_caller, missing - on_device.begin(), *missing);
    }
    const Outcome outcome = call(exercise, of_caller, n, threads);
    const bool has_done_something = outcome.error != cudaSuccess || !outcome.is_untouched();
    if (!exercise.open(has_done_something || !calls::made.empty())) return exercise.verdict();
    exercise.require(outcome.error == cudaSuccess,
                     std::string("it returned ") + cudaGetErrorName(outcome.error));
    const Summary of_host = summary_of(values);
    compare(exercise, outcome.summary, calls::has_changed ? summary_of(on_device) : of_host,
            of_host);
    require_all_freed(exercise);
    if (is_large) check_cost(exercise, outcome, n, threads);
    if (exercise.failed()) return exercise.verdict();
  }

  exercise.twice("n = 333, threads = 64", [&] {
    const std::vector<float> values = some_values(333, -4, 9, 6);
    const HostArray<float> of_caller(exercise, "values", values);
    const Outcome outcome = call(exercise, of_caller, 333, 64);
    compare(exercise, outcome.summary, summary_of(values), summary_of(values));
  });
  if (exercise.failed()) return exercise.verdict();

  // What goes wrong must not go unnoticed. The memory is asked for first, before anything is read.
  const HostArray<float> values(exercise, "values", some_values(1009, 1, 2, 5));
  // @param name what newer versions of CUDA call the error; older ones may have another name
  const auto expect_error = [&](long long n, int threads, cudaError_t name, cudaError_t older) {
    const Outcome outcome = call(exercise, values, n, threads);
    exercise.require(outcome.error == name || outcome.error == older,
                     std::string("it returned ") + cudaGetErrorName(outcome.error) +
                         "; the first error is " + cudaGetErrorName(name));
    exercise.require(outcome.is_untouched(), "*summary has changed although there was an error");
    require_all_freed(exercise);
  };
  exercise.begin("threads = 2048");
  expect_error(1009, 2048, cudaErrorInvalidValue, cudaErrorInvalidConfiguration);
  exercise.begin("after threads = 2048, which returned its error, a call with threads = 256");
  const Outcome another = call(exercise, values, 1009, 256, /*after_a_refused_one=*/true);
  exercise.require(another.error == cudaSuccess,
                   std::string("it returned ") + cudaGetErrorName(another.error) +
                       ": is it the error of the call before, read and not removed?");
  const Summary expected = summary_of(values.values());
  compare(exercise, another.summary, expected, expected);
  exercise.begin("n = 2^46");
  expect_error(1ll << 46, 256, cudaErrorMemoryAllocation, cudaErrorMemoryAllocation);
  if (exercise.failed()) return exercise.verdict();
  call(exercise, values, 1009, 256);
  calls::let_each_fail(exercise, calls::made, [&](const std::string& name) {
    exercise.begin(name);
    expect_error(1009, 256, calls::kFailure, calls::kFailure);
  });
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
