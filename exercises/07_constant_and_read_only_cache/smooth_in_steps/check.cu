#include "tutorial/exercise.cuh"
#include "tutorial/host_array.cuh"
#include "tutorial/launches.cuh"
#include "tutorial/watched_copies.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

struct Task {
  long long n;
  int before, after, steps, threads;
};

struct Outcome {
  std::vector<float> signal;
  cudaError_t error;
  Counters counters;
};

// @param before a call that is to leave nothing behind for this one
Outcome call(Exercise& exercise, const std::vector<float>& signal,
             const std::vector<float>& weights, const Task& task,
             const std::function<void()>& before = nullptr) {
  const HostArray<float> of_host(exercise, "signal", signal);
  const HostArray<float> weights_of_host(exercise, "weights", weights);
  calls::forget();
  calls::forget_copies();
  Outcome outcome = {{}, cudaSuccess, {}};
  outcome.counters = exercise.run([&] {
    if (before) before();
    calls::watch_loads_of(of_host);
    // What the kernels get is not what the host has.
    const std::size_t middle = signal.size() / 2;
    if (task.steps > 0) calls::change_element(of_host, middle, signal[middle] + 1);
    outcome.error = smooth_in_steps(of_host.data(), task.n, weights_of_host.data(), task.before,
                                    task.after, task.steps, task.threads);
    cudaGetLastError();  // an error that was returned is not an error of the next call
  });
  outcome.signal = of_host.values();
  return outcome;
}

void require_all_freed(Exercise& exercise) {
  exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
}

// Weights that keep the signal about as large as it is, and of which no two are equal.
std::vector<float> some_weights(int count) {
  std::vector<float> weights = random_floats(count, 0.5f, 1.5f);
  for (float& weight : weights) weight *= 0.9f / static_cast<float>(count);
  return weights;
}

std::vector<float> smoothed(std::vector<float> signal, const std::vector<float>& weights,
                            const Task& task) {
  for (int step = 0; step < task.steps; ++step) {
    const std::vector<float> old = signal;
    for (long long i = 0; i < task.n; ++i) {
      double sum = 0;
      for (int k = -task.before; k <= task.after; ++k) {
        sum += weights[task.before + k] * old[std::clamp(i + k, 0ll, task.n - 1)];
      }
      signal[i] = static_cast<float>(sum);
    }
  }
  return signal;
}

void check_cost(Exercise& exercise, const Counters& counters, const Task& task) {
  const int count = task.before + 1 + task.after;
  const double warps = (task.n + 31) / 32, sectors = (task.n + 7) / 8;
  if (kCountsInsteadOfTimes && !calls::has_changed) {
    exercise.require(
        counters.global_load_sectors >= sectors && counters.global_store_sectors >= sectors,
        "the kernels have loaded " + tutorial::short_number(counters.global_load_sectors) +
            " sectors and stored " + tutorial::short_number(counters.global_store_sectors) +
            "; the signal has " + tutorial::short_number(sectors));
  }
  exercise.limit_of_model("bytes copied to global memory", counters.copied_bytes,
                          task.n * sizeof(float),
                          "the signal goes there once, the weights to constant memory");
  exercise.limit("load requests", counters.global_load_requests, 1.25 * task.steps * count * warps,
                 "a value and a weight should take one load from global memory, not two");
  exercise.limit_of_model("words that constant memory delivered", counters.constant_addresses,
                          counters.constant_requests, "all lanes should want the same weight");
  // A thread may have ten values in each step: four basic blocks for a weight, and some besides.
  exercise.limit_busiest_warp(counters, task.steps * (50.0 * count + 200));
}

void check(Exercise& exercise, const Task& task, const std::function<void()>& before = nullptr) {
  const std::vector<float> signal = random_floats(task.n),
                           weights = some_weights(task.before + 1 + task.after);
  const Outcome outcome = call(exercise, signal, weights, task, before);
  exercise.open(outcome.error != cudaSuccess || !calls::made.empty());
  exercise.require(outcome.error == cudaSuccess,
                   std::string("it returned ") + cudaGetErrorName(outcome.error) +
                       (before ? ": is it the error of the call before, which still waits for "
                                 "cudaGetLastError()?"
                               : ""));
  std::vector<float> copied = signal;
  if (calls::has_changed) copied[task.n / 2] += 1;
  const auto difference_to = [&](const std::vector<float>& start) {
    return first_difference(outcome.signal.data(), task.n, smoothed(start, weights, task),
                            {.absolute = 1e-4});
  };
  const std::string wrong = difference_to(copied);
  exercise.require(wrong.empty() || !difference_to(signal).empty(),
                   "the result is that of the signal on the host; on the device there is another "
                   "one, and kernels have to smooth it");
  exercise.require(wrong.empty(), wrong);
  require_all_freed(exercise);
  if (task.n <= 1000 || task.steps == 0) return;
  const std::string from_host =
      calls::not_from_a_kernel(signal.data(), outcome.signal.data(), signal.size(), "the signal");
  exercise.require(from_host.empty(), from_host);
  if (!before) check_cost(exercise, outcome.counters, task);
}

// With small blocks it shows whether the grid grows with the signal.
void check_threads(Exercise& exercise) {
  const Task task = {200003, 1, 0, 2, 32};
  exercise.begin("n = 200003, steps 2, threads 32");
  const std::vector<float> signal = random_floats(task.n), weights = some_weights(2);
  const Launches launches = record_launches([&] { call(exercise, signal, weights, task); });
  const std::string wrong =
      too_few_threads(launches, task.n * task.steps, 10, "values of all steps");
  exercise.require(wrong.empty(), wrong);
  const Task one_step = {200003, 1, 0, 1, 32};
  call(exercise, signal, weights, one_step);
  calls::loads_are_shared<float>(exercise, {.per_warp_at_most = 10 * 32,
                                            .name = "the signal",
                                            .task = "a thread may have ten values in each step"});
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const Task tasks[] = {{33, 1, 3, 3, 32},     {2, 1, 0, 3, 32},      {32, 3, 0, 2, 64},
                        {1, 1, 1, 1, 32},      {31, 0, 5, 5, 1024},   {5, 9, 4, 4, 64},
                        {1009, 2, 1, 0, 96},   {1009, 20, 43, 2, 96}, {20011, 0, 0, 1, 128},
                        {200003, 1, 3, 4, 512}};
  for (const Task& task : tasks) {
    const std::string name = "n = " + std::to_string(task.n) + ", before " +
                             std::to_string(task.before) + ", after " + std::to_string(task.after) +
                             ", steps " + std::to_string(task.steps) + ", threads " +
                             std::to_string(task.threads);
    exercise.twice(name, [&] { check(exercise, task); });
    if (exercise.failed()) return exercise.verdict();
  }

  // What goes wrong must not go unnoticed.
  const Task task = {1009, 3, 2, 3, 96};
  const std::vector<float> signal = random_floats(task.n), weights = some_weights(65);
  // @param name what newer versions of CUDA call the error; older ones may have another name
  const auto expect_error = [&](const Task& wrong, cudaError_t name, cudaError_t older) {
    if (exercise.failed()) return;
    // Others than in the call before: an answer may know those that it has copied, and copy none.
    const Outcome outcome = call(exercise, signal, some_weights(65), wrong);
    exercise.require(outcome.error == name || outcome.error == older,
                     std::string("it returned ") + cudaGetErrorName(outcome.error) +
                         "; the first error is " + cudaGetErrorName(name));
    exercise.require(outcome.signal == signal,
                     "the signal has changed although there was an error");
    require_all_freed(exercise);
  };
  exercise.begin("threads = 2048");
  expect_error({1009, 3, 2, 3, 2048}, cudaErrorInvalidValue, cudaErrorInvalidConfiguration);
  exercise.begin("65 weights");
  expect_error({1009, 40, 24, 3, 96}, cudaErrorInvalidValue, cudaErrorInvalidValue);
  exercise.begin("n = 2^46");
  expect_error({1ll << 46, 3, 2, 3, 96}, cudaErrorMemoryAllocation, cudaErrorMemoryAllocation);
  const auto call_before = [&](const Task& wrong) {
    std::vector<float> other = signal;
    smooth_in_steps(other.data(), wrong.n, weights.data(), wrong.before, wrong.after, wrong.steps,
                    wrong.threads);
    calls::forget_but_error();
  };
  const auto expect_success_after = [&](const std::string& what, const Task& wrong) {
    exercise.begin("after " + what + ", which returned its error, a call with threads = 96");
    check(exercise, task, [&] { call_before(wrong); });
  };
  expect_success_after("threads = 2048", {1009, 3, 2, 3, 2048});
  expect_success_after("65 weights", {1009, 40, 24, 3, 96});
  expect_success_after("n = 2^46", {1ll << 46, 3, 2, 3, 96});
  call(exercise, signal, weights, task);
  const std::vector<std::string> names = calls::made;
  calls::let_each_fail(exercise, names, [&](const std::string& name) {
    exercise.begin(name);
    expect_error(task, calls::kFailure, calls::kFailure);
  });
  calls::let_each_fail_before(
      exercise, names, [&] { call_before(task); },
      [&](const std::function<void()>& fail) {
        return call(exercise, signal, weights, task, fail).error;
      });
  exercise.begin("n = 1009, threads = 96");
  const Launches launches = record_launches([&] { call(exercise, signal, weights, task); });
  for (const Launches::Launch& l : launches.all()) {
    const unsigned threads = l.block.x * l.block.y * l.block.z;
    exercise.require(threads == 96, "the launch of " + l.kernel + " has blocks of " +
                                        std::to_string(threads) + " threads");
  }
  check_threads(exercise);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
