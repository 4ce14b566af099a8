#include "tutorial/exercise.cuh"
#include "tutorial/watched_calls.cuh"

#include "tutorial/submission.cuh"

// What hottest_day() must not touch if there is an error.
constexpr int kNoDay = -7;

struct Outcome {
  int day = kNoDay;
  cudaError_t error = cudaSuccess;
  Counters counters;
};

Outcome call(Exercise& exercise, const std::vector<float>& temperatures, long long n, int threads) {
  Outcome outcome;
  calls::forget();
  outcome.counters = exercise.run([&] {
    outcome.error = hottest_day(&outcome.day, temperatures.data(), n, threads);
    cudaGetLastError();  // an error that was returned is not an error of the next call
  });
  exercise.require(calls::wrong_frees().empty(), calls::wrong_frees());
  return outcome;
}

// @param name what newer versions of CUDA call the error; older ones may have another name
void expect_error(Exercise& exercise, const Outcome& outcome, cudaError_t name, cudaError_t older) {
  exercise.require(outcome.error == name || outcome.error == older,
                   std::string("it returned ") + cudaGetErrorName(outcome.error) +
                       "; the first error is " + cudaGetErrorName(name));
  exercise.require(outcome.day == kNoDay, "*day has changed although there was an error");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const struct {
    int n, threads;
  } cases[] = {{1, 32},  {31, 64},   {32, 32},     {33, 1024},
               {64, 32}, {1009, 96}, {20011, 512}, {1000003, 256}};
  for (const auto& [n, threads] : cases) {
    exercise.begin("n = " + std::to_string(n) + ", threads = " + std::to_string(threads));
    // Never above -1 degree but for two days, which are equal: in the second half, and the last one.
    std::vector<float> temperatures = random_floats(n, -40, -1);
    const int hottest = n * 2 / 3;
    temperatures[hottest] = temperatures[n - 1] = -0.5f;
    const Outcome outcome = call(exercise, temperatures, n, threads);
    const Counters& counters = outcome.counters;
    if (!exercise.open(outcome.error != cudaSuccess || !calls::made.empty())) {
      return exercise.verdict();
    }
    exercise.require(outcome.error == cudaSuccess,
                     std::string("it returned ") + cudaGetErrorName(outcome.error));
    exercise.require(outcome.day == hottest, "expected day " + std::to_string(hottest) + ", got " +
                                                 std::to_string(outcome.day));
    const double sectors = (n + 7) / 8;
    if (kCountsInsteadOfTimes && n > 1000) {  // a single candidate need not be looked at
      exercise.require(counters.global_load_sectors >= sectors,
                       "the kernels have loaded " +
                           tutorial::value_text(counters.global_load_sectors) + " sectors of the " +
                           tutorial::value_text(sectors) + " that hold the temperatures");
    }
    exercise.limit("sectors loaded", counters.global_load_sectors, 1.25 * sectors + 64,
                   "each temperature is read once, and neighbouring lanes read neighbours");
    exercise.limit("sectors of atomics", counters.global_atomic_sectors, (n + 31) / 32 + 64,
                   "the lanes of a warp should agree on one candidate first");
    exercise.limit("basic blocks of the busiest warp", counters.busiest_warp, 1200,
                   "share the work out among more threads, warps and blocks");
    if (exercise.failed()) return exercise.verdict();
  }

  // What goes wrong must not go unnoticed. The memory is asked for first, before anything is read.
  const std::vector<float> temperatures = random_floats(1000003, -40, -1);
  exercise.begin("threads = 2048");
  expect_error(exercise, call(exercise, temperatures, 1000003, 2048), cudaErrorInvalidValue,
               cudaErrorInvalidConfiguration);
  exercise.begin("n = 2^46");
  expect_error(exercise, call(exercise, temperatures, 1ll << 46, 256), cudaErrorMemoryAllocation,
               cudaErrorMemoryAllocation);
  if (exercise.failed()) return exercise.verdict();
  call(exercise, temperatures, 1000003, 256);
  const std::vector<std::string> names = calls::made;
  for (calls::failing = 1; calls::failing <= names.size(); ++calls::failing) {
    exercise.begin("if call " + std::to_string(calls::failing) + ", " + names[calls::failing - 1] +
                   ", fails");
    expect_error(exercise, call(exercise, temperatures, 1000003, 256), calls::kFailure,
                 calls::kFailure);
    if (exercise.failed()) break;
  }
  return exercise.verdict();
}
