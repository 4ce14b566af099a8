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

__constant__ int constants[32];

__global__ void copy_constants(int step, int* out) {
  out[threadIdx.x] = constants[threadIdx.x * step];
}

__global__ void add_up(int* out) { *out += 1; }

class ExperimentTest : public NeedsDevice {
 protected:
  static constexpr int kSize = 1000;

  void SetUp() override {
    NeedsDevice::SetUp();
    if (IsSkipped()) return;
    CHECK(cudaMalloc(&out_, kSize * sizeof(int)));
    tutorial::page() = {};  // each test is a program of its own
    capture();
  }
  void TearDown() override {
    if (captures_) std::fputs(captured().out.c_str(), stdout);
    cudaFree(out_);
  }

  void run(Experiment& experiment, const std::string& name, int n, int first = 0) {
    experiment.run(
        name, [&, n, first] { iota<<<(kSize + 31) / 32, 32>>>(out_, n, first); },
        [](int i) { return i; });
  }

  /// What the program has printed since `capture`, and what report() returned.
  struct Report {
    std::string out, err;
    int code = -1;
  };
  void capture() {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    captures_ = true;
  }
  Report captured() {
    captures_ = false;
    const std::string out = testing::internal::GetCapturedStdout();
    return {out, testing::internal::GetCapturedStderr()};
  }
  Report report(Experiment& experiment) {
    const int code = experiment.report();
    Report report = captured();
    report.code = code;
    return report;
  }

  bool captures_ = false;
  int* out_ = nullptr;
};

TEST_F(ExperimentTest, CountsOnTheCpuBackend) {
  if (!kCountsInsteadOfTimes) GTEST_SKIP() << "a GPU measures";
  Experiment experiment("Counting up", out_, kSize, kSize * sizeof(int));
  experiment.show({Column::kTime, Column::kSectorsPerLoad, Column::kSectorsPerStore});
  run(experiment, "all", kSize);
  const Report result = report(experiment);
  EXPECT_EQ(result.out,
            "Counting up, 1000 ints   CPU backend · counts what a GPU would do\n"
            "variant                        sectors/load   sectors/store\n"
            "all                                       -            3.91\n"
            "Only on a GPU: time\n"
            "PASS\n");
  EXPECT_EQ(result.err, "");  // no note either: this is no terminal
  EXPECT_EQ(result.code, 0);
}

TEST_F(ExperimentTest, CountsTheWordsOfConstantRequests) {
  if (!kCountsInsteadOfTimes) GTEST_SKIP() << "a GPU measures";
  for (const int step : {0, 1}) {
    const Counters before = read_counters();
    copy_constants<<<1, 32>>>(step, out_);
    CHECK_LAST();
    const Counters counted = read_counters() - before;
    EXPECT_EQ(counted.constant_requests, 1);
    EXPECT_EQ(counted.addresses_per_constant_request(), step == 0 ? 1 : 32);
    EXPECT_EQ(counted.texture_requests, 0);
  }
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
  experiment.loads(64 * sizeof(int));
  copy(1);
  copy(8);
  copy(0);
  CHECK(cudaFree(in));
  const Report result = report(experiment);
  EXPECT_EQ(result.out,
            "Copying, 64 ints   CPU backend · counts what a GPU would do\n"
            "variant                        load requests   useful bytes\n"
            "every 1                                    2        100.0 %\n"
            "every 8                                    2         12.5 %\n"
            "every 0                                    2        400.0 %\n"
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
  experiment.operations(2e9);
  experiment.show({Column::kTflops, Column::kOfPeer, Column::kSectorsPerAtomic,
                   Column::kWavefrontsPerAtomic, Column::kBankConflicts});
  CHECK(cudaMemset(out_, 0, kSize * sizeof(int)));
  for (const int step : {0, 1}) {
    experiment.run(
        "step " + std::to_string(step), [&] { count_to<<<1, 32>>>(step, out_); },
        [] { return std::string(); });
  }
  experiment.skip_library("library");
  EXPECT_EQ(report(experiment).out,
            "Counting                                  CPU backend · counts what a GPU would do\n"
            "variant                        sectors/atomic   wavefronts/atomic   bank conflicts\n"
            "step 0                                  32.00               32.00               31\n"
            "step 1                                   4.00                1.00                0\n"
            "Only on a GPU: TFLOP/s · × library · library\n"
            "PASS\n");
}

TEST_F(ExperimentTest, LeavesOutWhatTheHostDoesWhereNothingIsTimed) {
  Experiment experiment("Counting up", out_, kSize, 0);
  experiment.show({Column::kTime, Column::kSectorsPerStore});
  experiment.run(
      "by the host", [] {}, [] { return std::string(); });
  run(experiment, "by the device", kSize);
  const Report result = report(experiment);
  EXPECT_EQ(result.out.find("\nby the host ") != std::string::npos, has_times()) << result.out;
  EXPECT_EQ(result.out.find(" · by the host\n") != std::string::npos, !has_times()) << result.out;
}

// A wrong row is not left out, whatever it lacks.
TEST_F(ExperimentTest, AWrongRowIsShown) {
  Experiment experiment("Counting up", out_, kSize, 0);
  experiment.run(
      "by the host", [] {}, [] { return std::string("no"); });
  const Report result = report(experiment);
  EXPECT_NE(result.out.find("\nby the host "), std::string::npos) << result.out;
  EXPECT_EQ(result.err, "by the host, no\n");
}

TEST_F(ExperimentTest, ColumnsOfTheProgramFollowTheOthers) {
  Experiment experiment("Counting up", out_, kSize, 0);
  experiment.show({Column::kTime, Column::kSectorsPerStore});
  experiment.show_count("stores", "%.0f",
                        [](const Counters& c) { return c.global_store_requests; });
  experiment.show_count("none", "%.2f", [](const Counters&) { return NAN; });
  run(experiment, "all", kSize);
  const std::string out = report(experiment).out;
  if (has_counters()) {  // behind a time, if there is one
    EXPECT_NE(out.find("   sectors/store    stores      none\nall "), std::string::npos) << out;
    EXPECT_NE(out.find("            3.91        32         -\n"), std::string::npos) << out;
  } else {
    EXPECT_NE(out.find("sectors/store · stores · none\nPASS\n"), std::string::npos) << out;
  }
}

// A column is there for a backend, not for a table: none of them is dashes from top to bottom.
TEST_F(ExperimentTest, ShowsTheColumnsOfItsBackend) {
  Experiment experiment("Counting up", out_, kSize, kSize * sizeof(int));
  run(experiment, "all", kSize);
  const std::string out = report(experiment).out;
  ASSERT_NE(out.find("\nall "), std::string::npos) << out;
  const bool has_all = has_times() && has_counters();
  ASSERT_EQ(out.find("\nOnly on ") == std::string::npos, has_all) << out;
  const std::string headings = out.substr(0, out.find("\nall "));
  const std::string rest = has_all ? "" : out.substr(out.find("\nOnly on "));
  for (const char* timed : {" time", " GB/s", " of copy"}) {
    EXPECT_EQ(headings.find(timed) != std::string::npos, has_times()) << out;
    EXPECT_EQ(rest.find(timed) != std::string::npos, !has_times()) << out;
  }
  for (const char* counted : {" sectors/store", " bank conflicts", " active lanes"}) {
    EXPECT_EQ(headings.find(counted) != std::string::npos, has_counters()) << out;
    EXPECT_EQ(rest.find(counted) != std::string::npos, !has_counters()) << out;
  }
}

TEST_F(ExperimentTest, ColumnsStandInTheOrderThatWasAskedFor) {
  if (!kCountsInsteadOfTimes) GTEST_SKIP() << "a GPU measures";
  Experiment experiment("Counting up", out_, kSize, 0);
  experiment.show({Column::kBankConflicts, Column::kStall, Column::kSectorsPerStore,
                   Column::kInstructions, Column::kTime, Column::kSectorsPerLoad});
  run(experiment, "all", kSize);
  const std::string out = report(experiment).out;
  EXPECT_NE(out.find("   bank conflicts   sectors/store   sectors/load\nall "), std::string::npos)
      << out;
  EXPECT_NE(out.find("                0            3.91              -\n"), std::string::npos)
      << out;
  EXPECT_NE(out.find("warps wait for · instructions · time\nPASS\n"), std::string::npos) << out;
}

TEST_F(ExperimentTest, NothingToMoveNoBandwidth) {
  Experiment experiment("Counting up", out_, kSize, /*bytes moved*/ 0);
  run(experiment, "all", kSize);
  const std::string out = report(experiment).out;
  EXPECT_EQ(out.find("GB/s"), std::string::npos) << out;
  EXPECT_EQ(out.find("of copy"), std::string::npos) << out;
}

TEST_F(ExperimentTest, PrintsTheHeadingsAtOnceAndARowWhenItIsDone) {
  Experiment experiment("Counting up", out_, kSize, 0);
  std::string at_launch;
  experiment.run(
      "first",
      [&] {
        if (at_launch.empty()) at_launch = captured().out, capture();
        iota<<<(kSize + 31) / 32, 32>>>(out_, kSize, 0);
      },
      [](int i) { return i; });
  EXPECT_EQ(at_launch.find("Counting up, 1000 ints   "), 0u) << at_launch;
  EXPECT_NE(at_launch.find("\nvariant   "), std::string::npos) << at_launch;
  EXPECT_EQ(captured().out.find("first   "), 0u);
  capture();
  run(experiment, "second", kSize);
  EXPECT_EQ(captured().out.find("second   "), 0u);
  capture();
  const bool has_all = has_times() && has_counters();
  EXPECT_EQ(report(experiment).out.find("Only on "), has_all ? std::string::npos : 0u);
}

TEST_F(ExperimentTest, RowsOfALongNameStayAlignedIfItIsKnown) {
  const std::string longest = "a name of more than 28 characters";
  Experiment experiment("Counting up", out_, kSize, 0);
  experiment.longest_name(longest);
  experiment.show({Column::kTime, Column::kSectorsPerStore});
  run(experiment, "short", kSize);
  run(experiment, longest, kSize);
  const std::string out = report(experiment).out;
  const auto line_of = [&](const std::string& name) {
    const std::size_t begin = out.find('\n' + name) + 1;
    return out.substr(begin, out.find('\n', begin) - begin);
  };
  EXPECT_EQ(tutorial::display_width(line_of("short ")), tutorial::display_width(line_of(longest)));
}

TEST_F(ExperimentTest, ColumnsCannotChangeOnceTheyArePrinted) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  captured();  // a death test captures for itself
  const auto show_too_late = [&] {
    Experiment experiment("Counting up", out_, kSize, 0);
    run(experiment, "all", kSize);
    experiment.show({Column::kTime});
  };
  EXPECT_DEATH(show_too_late(), "Counting up, 1000 ints: columns and names must be known before");
}

TEST_F(ExperimentTest, ARowCanSayWhyItHasNoFigures) {
  Experiment experiment("Counting up", out_, kSize, 0);
  run(experiment, "all", kSize);
  experiment.skip("by fours", "needs a multiple of 4");
  const Report result = report(experiment);
  EXPECT_NE(result.out.find("\nby fours: needs a multiple of 4\n"), std::string::npos);
  EXPECT_EQ(result.code, 0);
}

TEST_F(ExperimentTest, ComparesTimesWithThoseOfAPeer) {
  if (kCountsInsteadOfTimes) GTEST_SKIP() << "the CPU backend counts";
  Experiment experiment("Counting up", out_, kSize, 0);
  experiment.compare_with("all", "× all");
  experiment.show({Column::kOfPeer});
  run(experiment, "all", kSize);
  EXPECT_NE(report(experiment).out.find("1.00"), std::string::npos);
}

TEST_F(ExperimentTest, OperationsPerSecondNeedTheirNumber) {
  if (kCountsInsteadOfTimes) GTEST_SKIP() << "the CPU backend counts";
  for (const double operations : {0.0, 1e15}) {
    Experiment experiment("Counting up", out_, kSize, 0);
    experiment.operations(operations);
    experiment.show({Column::kTflops});
    run(experiment, "all", kSize);
    EXPECT_EQ(report(experiment).out.find(" -\n") == std::string::npos, operations > 0);
    capture();
  }
}

TEST_F(ExperimentTest, RowsWaitForTheirPeer) {
  if (kCountsInsteadOfTimes) GTEST_SKIP() << "the CPU backend counts";
  Experiment experiment("Counting up", out_, kSize, 0);
  experiment.compare_with("peer", "× peer");
  experiment.show({Column::kOfPeer});
  run(experiment, "first", kSize);
  EXPECT_EQ(captured().out.find("\nfirst "), std::string::npos);
  capture();
  run(experiment, "peer", kSize);
  const std::string out = captured().out;
  capture();
  EXPECT_EQ(out.find("first "), 0u) << out;
  EXPECT_EQ(out.find(" -"), std::string::npos) << out;
  report(experiment);
}

TEST_F(ExperimentTest, SeveralTablesAreOneProgram) {
  Experiment right("Counting up", out_, kSize, 0), wrong("Counting up", out_, kSize, 0);
  run(right, "all", kSize);
  EXPECT_TRUE(right.finish());
  run(wrong, "forgets the last", kSize - 1);
  EXPECT_FALSE(wrong.finish());
  const Report result = captured();
  EXPECT_NE(result.out.find("\n\nCounting up, "), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("PASS"), std::string::npos);
  EXPECT_NE(result.err.find("index 999"), std::string::npos);
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
  const std::size_t row = result.out.find("\nwrong  ") + 1;
  const std::string line = result.out.substr(row, result.out.find('\n', row) - row);
  EXPECT_EQ(line.rfind("   WRONG"), line.size() - 8) << result.out;
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
  capture();
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
  EXPECT_NE(result.out.find("\n2048 threads: cudaErrorInvalid"), std::string::npos) << result.out;

  capture();
  experiment.run_refused("32 threads", [&] { iota<<<1, 32>>>(out_, kSize, 0); });
  result = report(experiment);
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.err, "32 threads, expected to be refused, got cudaSuccess\n");
}

TEST_F(ExperimentTest, ALaunchErrorEndsTheProgramWithItsPlace) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  captured();  // a death test captures for itself
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
