#include "tutorial/check.cuh"

#include <gtest/gtest.h>

#include "tutorial/counters.cuh"

namespace {

class CheckDeathTest : public testing::Test {
 protected:
  void SetUp() override { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

TEST_F(CheckDeathTest, SuccessGoesOn) { CHECK(cudaSuccess); }

TEST_F(CheckDeathTest, AnErrorNamesPlaceCallErrorAndHint) {
  EXPECT_EXIT(CHECK(cudaErrorInvalidConfiguration), testing::ExitedWithCode(1),
              "check_test.cu:[0-9]+: cudaErrorInvalidConfiguration\n"
              "  cudaErrorInvalidConfiguration \\(9\\): invalid configuration argument\n"
              "  hint: at most 1024 threads per block");
}

TEST_F(CheckDeathTest, ACallWithCommasIsOneExpression) {
  const auto fails = [](int, int) { return cudaErrorInvalidValue; };
  EXPECT_EXIT(CHECK(fails(1, 2)), testing::ExitedWithCode(1), "fails\\(1, 2\\)\n");
}

TEST_F(CheckDeathTest, NoDeviceIsSkippedNotFailed) {
  EXPECT_EXIT(CHECK(cudaErrorNoDevice), testing::ExitedWithCode(77), "no CUDA-capable device");
  EXPECT_EXIT(CHECK(cudaErrorInsufficientDriver), testing::ExitedWithCode(77), "driver");
}

TEST_F(CheckDeathTest, CheckLastHintsAtTheConfigurationInEveryVersion) {
  const auto launch_fails = [] { tutorial::check(cudaErrorInvalidValue, "", "", 1, true); };
  EXPECT_EXIT(launch_fails(), testing::ExitedWithCode(1), "hint: at most 1024 threads");
}

TEST(Hint, EveryCommonErrorHasOne) {
  for (const cudaError_t error :
       {cudaErrorInvalidConfiguration, cudaErrorNoDevice, cudaErrorMemoryAllocation,
        cudaErrorLaunchOutOfResources, cudaErrorInvalidSymbol, cudaErrorInvalidValue,
        cudaErrorLaunchTimeout, cudaErrorStreamCaptureIsolation, cudaErrorStreamCaptureUnjoined}) {
    EXPECT_NE(tutorial::hint(error), nullptr) << error;
  }
  EXPECT_EQ(tutorial::hint(cudaErrorNotReady), nullptr);
}

TEST(Hint, WhereToLookIsOneOnlyIfNoReportOfTheCpuBackendHasSaidSo) {
  for (const cudaError_t error :
       {cudaErrorIllegalAddress, cudaErrorMisalignedAddress, cudaErrorLaunchFailure}) {
    EXPECT_EQ(tutorial::hint(error) == nullptr, kHasModel) << error;
  }
}

}  // namespace
