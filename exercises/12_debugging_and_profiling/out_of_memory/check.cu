#include "tutorial/exercise.cuh"
#include "tutorial/watched_calls.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

std::vector<int> normalized(std::vector<int> signal) {
  long long peak = 0;
  for (const int value : signal) peak = std::max<long long>(peak, std::abs(value));
  if (peak == 0) return signal;
  for (int& value : signal) value = static_cast<int>(1000LL * value / peak);
  return signal;
}

struct Outcome {
  std::vector<int> signal;
  cudaError_t error;
  Counters counters;
};

// @param before a call that is to leave nothing behind for this one
Outcome call(Exercise& exercise, const std::vector<int>& signal,
             const std::function<void()>& before = nullptr) {
  Outcome outcome = {signal, cudaSuccess, {}};
  calls::forget();
  outcome.counters = exercise.run([&] {
    if (before) before();
    outcome.error = normalize(outcome.signal.data(), static_cast<int>(signal.size()));
    cudaGetLastError();
  });
  return outcome;
}

// An error that only cudaGetLastError() has: of this call it is one, of the next one it is not.
void check_refused_launch(Exercise& exercise, const std::vector<int>& signal) {
  if (exercise.failed()) return;
  exercise.begin("if its first launch is refused");
  std::vector<int> values = signal;
  cudaError_t refused = cudaSuccess, next = cudaSuccess;
  exercise.run([&] {
    calls::forget();
    calls::refused_launch = true;
    refused = normalize(values.data(), static_cast<int>(values.size()));
    calls::refused_launch = false;
    exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
    calls::forget_but_error();
    next = normalize(std::vector<int>(signal).data(), static_cast<int>(signal.size()));
    cudaGetLastError();
  });
  exercise.require(refused != cudaSuccess,
                   "it returned cudaSuccess: a launch returns no error. Which call has it?");
  exercise.require(values == signal, "the signal has changed");
  exercise.require(next == cudaSuccess,
                   std::string("the next call, in which nothing fails, returned ") +
                       cudaGetErrorName(next) + ": was the error read, and not removed?");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  const Buffer<int> of_the_caller(random_ints(1000));
  std::vector<std::string> names;
  std::vector<int> last;
  for (const int n : {1000, 1, 33, 20011}) {
    for (const bool is_silent : {false, true}) {
      exercise.begin("n = " + std::to_string(n) + (is_silent ? ", silent" : ", loud"));
      std::vector<int> signal = is_silent ? std::vector<int>(n, 0) : random_ints(n, -500, 400);
      if (!is_silent) signal[n / 2] = 500;
      const Outcome outcome = call(exercise, signal);
      exercise.require(outcome.error == cudaSuccess,
                       std::string("it returned ") + cudaGetErrorName(outcome.error));
      const std::string difference =
          first_difference(outcome.signal.data(), n, normalized(signal), {});
      exercise.require(difference.empty(), difference);
      exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
      exercise.require(!calls::made.empty() && calls::device_bytes >= n * sizeof(int),
                       "it works in device memory of its own, which it allocates in each call");
      exercise.require(
          !kCountsInsteadOfTimes || is_silent || outcome.counters.global_store_sectors >= n / 8,
          "no kernel has scaled the signal: keep the calls and the launches that are there");
      if (n == 1000 && !is_silent) names = calls::made, last = signal;
    }
  }
  calls::let_each_fail(exercise, names, [&](const std::string& name) {
    exercise.begin(name);
    const Outcome outcome = call(exercise, last);
    exercise.require(outcome.error == calls::kFailure,
                     std::string("it returned ") + cudaGetErrorName(outcome.error) +
                         "; the first error is " + cudaGetErrorName(calls::kFailure));
    exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
    exercise.require(outcome.signal == last, "the signal has changed");
  });
  check_refused_launch(exercise, last);
  calls::let_each_fail_before(
      exercise, names,
      [&] { normalize(std::vector<int>(last).data(), static_cast<int>(last.size())); },
      [&](const std::function<void()>& fail) { return call(exercise, last, fail).error; });
  exercise.begin("");
  exercise.expect(of_the_caller, of_the_caller.before(), {}, "memory of the caller");
  exercise.answer("kBytes", kBytes, 3 * (1000 * sizeof(int) + sizeof(int)), 0,
                  "which of the 12 calls return early, and what have they allocated until then?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
