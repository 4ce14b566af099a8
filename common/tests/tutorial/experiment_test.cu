#include "tutorial/experiment.cuh"

#include <gtest/gtest.h>

#include "needs_device.cuh"

namespace {

__global__ void iota(int* out, int n, int first) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= first && i < n) out[i] = i;
}

__global__ void copy_every(int step, const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i * step];
}

__global__ void add_up(int* out) { *out += 1; }

class ExperimentTest : public NeedsDevice {
 protected:
  static constexpr int kSize = 1000;

  void SetUp() override {
    NeedsDevice::SetUp();
    if (IsSkipped()) return;
    CHECK(cudaMalloc(&out_, kSize * sizeof(int)));
  }
  void TearDown() override { cudaFree(out_); }

  void run(Experiment& experiment, const std::string& name, int n, int first = 0) {
    experiment.run(
        name, [&, n, first] { iota<<<(kSize + 31) / 32, 32>>>(out_, n, first); },
        [](int i) { return i; });
  }

  /// What report() prints, and the code it returns.
  struct Report {
    int code;
    std::string out, err;
  };
  static Report report(const Experiment& experiment) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = experiment.report();
    const std::string out = testing::internal::GetCapturedStdout();
    return {code, out, testing::internal::GetCapturedStderr()};
  }

  int* out_ = nullptr;
};

TEST_F(ExperimentTest, CountsOnTheCpuBackend) {
  if (!kCountsInsteadOfTimes) GTEST_SKIP() << "a GPU measures";
  Experiment experiment("Counting up", out_, kSize, kSize * sizeof(int));
  run(experiment, "all", kSize);
  experiment.show({Column::kTime, Column::kSectorsPerLoad, Column::kSectorsPerStore});
  const Report result = report(experiment);
  EXPECT_EQ(result.out,
            "Counting up, 1000 ints   CPU backend · counts what a GPU would do\n"
            "variant   time   sectors/load   sectors/store\n"
            "all          -              -            3.91\n"
            "PASS\n");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.code, 0);
}

TEST_F(ExperimentTest, CountsRequestsAndUsefulBytes) {
  if (!kCountsInsteadOfTimes) GTEST_SKIP() << "a GPU measures";
  int* in = nullptr;
  CHECK(cudaMalloc(&in, kSize * sizeof(int)));
  CHECK(cudaMemset(in, 0, kSize * sizeof(int)));
  Experiment experiment("Copying", out_, 64, 0);
  experiment.show({Column::kLoadRequests, Column::kUsefulLoads});
  const auto copy = [&](int step) {
    experiment.run(
        "every " + std::to_string(step), [&] { copy_every<<<2, 32>>>(step, in, out_, 64); },
        [](int) { return 0; });
  };
  copy(1);
  experiment.loads(64 * sizeof(int));
  copy(8);
  copy(0);
  CHECK(cudaFree(in));
  const Report result = report(experiment);
  EXPECT_EQ(result.out,
            "Copying, 64 ints   CPU backend · counts what a GPU would do\n"
            "variant   load requests   useful bytes\n"
            "every 1               2        100.0 %\n"
            "every 8               2         12.5 %\n"
            "every 0               2        400.0 %\n"
            "PASS\n");
}

__global__ void count_to(int step, int* out) {
  __shared__ int sums[64];
  sums[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&sums[threadIdx.x * step], 1);
  atomicAdd(&out[threadIdx.x * step], 1);
}

TEST_F(ExperimentTest, CountsAtomicsAndLeavesOutALibrary) {
  if (!kCountsInsteadOfTimes) GTEST_SKIP() << "a GPU measures";
  Experiment experiment("Counting", 0);
  experiment.compare_with("library", "× library");
  experiment.show({Column::kOfPeer, Column::kSectorsPerAtomic, Column::kWavefrontsPerAtomic,
                   Column::kBankConflicts});
  CHECK(cudaMemset(out_, 0, kSize * sizeof(int)));
  for (const int step : {0, 1}) {
    experiment.run(
        "step " + std::to_string(step), [&] { count_to<<<1, 32>>>(step, out_); },
        [] { return std::string(); });
  }
  experiment.skip("library");
  EXPECT_EQ(report(experiment).out,
            "Counting                         CPU backend · counts what a GPU would do\n"
            "variant   × library   sectors/atomic   wavefronts/atomic   bank conflicts\n"
            "step 0            -            32.00               32.00               31\n"
            "step 1            -             4.00                1.00                0\n"
            "library           -                -                   -                -\n"
            "PASS\n");
}

TEST_F(ExperimentTest, ComparesTimesWithThoseOfAPeer) {
  if (kCountsInsteadOfTimes) GTEST_SKIP() << "the CPU backend counts";
  Experiment experiment("Counting up", out_, kSize, 0);
  experiment.compare_with("all", "× all");
  experiment.show({Column::kOfPeer});
  run(experiment, "all", kSize);
  EXPECT_NE(report(experiment).out.find("1.00"), std::string::npos);
}

TEST_F(ExperimentTest, SeveralTablesAreOneProgram) {
  Experiment right("Counting up", out_, kSize, 0), wrong("Counting up", out_, kSize, 0);
  run(right, "all", kSize);
  run(wrong, "forgets the last", kSize - 1);
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  EXPECT_TRUE(right.print());
  EXPECT_FALSE(wrong.print());
  EXPECT_EQ(testing::internal::GetCapturedStdout().find("PASS"), std::string::npos);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("index 999"), std::string::npos);
}

TEST_F(ExperimentTest, TimesOnAGpu) {
  if (kCountsInsteadOfTimes) GTEST_SKIP() << "the CPU backend counts";
  Experiment experiment("Counting up", out_, kSize, kSize * sizeof(int));
  run(experiment, "all", kSize);
  const Report result = report(experiment);
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find(" GB/s\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find(" µs"), std::string::npos) << result.out;
}

TEST_F(ExperimentTest, AWrongResultFailsWithTheFirstDifference) {
  Experiment experiment("Counting up", out_, kSize, 0);
  run(experiment, "right", kSize);
  experiment.run(
      "wrong", [&] { iota<<<(kSize + 31) / 32, 32>>>(out_, kSize, 0); },
      [](int i) { return i < 700 ? i : 0; });
  run(experiment, "right again", kSize);
  const Report result = report(experiment);
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.err, "wrong, index 700: expected 0, got 700\n");
  EXPECT_NE(result.out.find("wrong  WRONG "), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("PASS"), std::string::npos) << result.out;
}

// The output still holds the right values of the run before: only poison tells.
TEST_F(ExperimentTest, AForgottenElementIsFound) {
  Experiment experiment("Counting up", out_, kSize, 0, {.columns = 100});
  run(experiment, "all", kSize);
  run(experiment, "forgets the last", kSize - 1);
  const Report result = report(experiment);
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.err,
            "forgets the last, index 999 (row 9, column 99): expected 999, but it was never "
            "written\n");
}

TEST_F(ExperimentTest, AnElementCanBeExpectedUnwritten) {
  Experiment experiment("Counting up", out_, kSize, 0);
  const auto launch = [&] { iota<<<(kSize + 31) / 32, 32>>>(out_, kSize, 1); };
  experiment.run("from 1", launch, [](int i) { return i == 0 ? Experiment::kUnwritten : i; });
  EXPECT_EQ(report(experiment).code, 0);
}

TEST_F(ExperimentTest, AFunctionCanVerify) {
  Experiment experiment("One sum", 0);
  const auto launch = [&] {
    CHECK(cudaMemset(out_, 0, sizeof(int)));
    add_up<<<1, 1>>>(out_);
  };
  const auto is = [&](int expected) {
    int sum = 0;
    CHECK(cudaMemcpy(&sum, out_, sizeof sum, cudaMemcpyDeviceToHost));
    return difference(sum, expected);
  };
  experiment.run("right", launch, [&] { return is(1); });
  EXPECT_EQ(report(experiment).code, 0);
  experiment.run("wrong", launch, [&] { return is(2); });
  const Report result = report(experiment);
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.err, "wrong, expected 2, got 1\n");
}

TEST_F(ExperimentTest, ARefusalCanBeExpected) {
  Experiment experiment("Counting up", out_, kSize, 0);
  experiment.run_refused("2048 threads", [&] { iota<<<1, 2048>>>(out_, kSize, 0); });
  Report result = report(experiment);
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.out.find("2048 threads: cudaErrorInvalid"), std::string::npos) << result.out;

  experiment.run_refused("32 threads", [&] { iota<<<1, 32>>>(out_, kSize, 0); });
  result = report(experiment);
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.err, "32 threads, expected to be refused, got cudaSuccess\n");
}

TEST_F(ExperimentTest, ALaunchErrorEndsTheProgramWithItsPlace) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Experiment experiment("Counting up", out_, kSize, 0);
  const auto too_large = [&] {
    experiment.run(
        "2048 threads", [&] { iota<<<1, 2048>>>(out_, kSize, 0); }, [](int i) { return i; });
  };
  EXPECT_EXIT(too_large(), testing::ExitedWithCode(1),
              "experiment_test.cu:[0-9]+: launch of \"2048 threads\"\n"
              "  cudaErrorInvalid.*\n  hint: at most 1024 threads per block");
}

}  // namespace
