#include "tutorial/verify.cuh"

#include <gtest/gtest.h>

#include <limits>

#include "needs_device.cuh"

namespace {

TEST(Difference, IsEmptyForEqualValues) {
  EXPECT_EQ(difference(3, 3), "");
  EXPECT_EQ(difference(0.1f, 0.1f), "");
  EXPECT_EQ(difference(NAN, NAN), "");
  EXPECT_EQ(difference(INFINITY, INFINITY), "");
}

TEST(Difference, IsExactUnlessAToleranceIsGiven) {
  EXPECT_EQ(difference(1.0f, 1.0000001f), "expected 1.00000012, got 1");
  EXPECT_EQ(difference(1.0f, 1.0000001f, {.relative = 1e-6}), "");
  EXPECT_EQ(difference(0.0f, 1e-7f, {.relative = 1e-6}), "expected 1.00000001e-07, got 0");
  EXPECT_EQ(difference(0.0f, 1e-7f, {.absolute = 1e-6}), "");
  EXPECT_EQ(difference(100, 101, {.relative = 1, .absolute = 10}), "expected 101, got 100");
}

TEST(Difference, TellsTheSignOfZeroIfAsked) {
  EXPECT_EQ(difference(0.0f, -0.0f), "");
  EXPECT_EQ(difference(-0.0f, -0.0f, {.signed_zeros = true}), "");
  EXPECT_EQ(difference(0.0f, -0.0f, {.signed_zeros = true}), "expected -0, got 0");
  EXPECT_EQ(difference(0, 0, {.signed_zeros = true}), "");
}

TEST(Difference, NotANumberAndInfinityAreNoMatchForNumbers) {
  const Comparison generous{.relative = 1, .absolute = 1};
  EXPECT_NE(difference(NAN, 1.0f, generous), "");
  EXPECT_NE(difference(1.0f, NAN, generous), "");
  EXPECT_NE(difference(1.0f, INFINITY, generous), "");
  EXPECT_NE(difference(INFINITY, 1.0f, generous), "");
  EXPECT_NE(difference(-INFINITY, INFINITY, generous), "");
}

TEST(Difference, KnowsPoison) {
  const float poison = tutorial::poison_value<float>();
  EXPECT_EQ(difference(poison, 2.0f), "expected 2, but it was never written");
  EXPECT_EQ(difference(2.0f, tutorial::Unwritten{}), "must not be written, got 2");
  EXPECT_EQ(difference(poison, tutorial::Unwritten{}), "");
  EXPECT_EQ(difference(0x7F7F7F7F, 5), "expected 5, but it was never written");
}

TEST(FirstDifference, TakesFunctionsAndArrays) {
  const std::vector<int> got = {1, 2, 3, 4, 5, 7};
  EXPECT_EQ(first_difference(got.data(), 5, [](int i) { return i + 1; }), "");
  EXPECT_EQ(first_difference(got.data(), 6, std::vector<int>{1, 2, 3, 4, 5, 6}),
            "index 5: expected 6, got 7");
}

TEST(FirstDifference, NamesRowAndColumnOfAMatrix) {
  const std::vector<int> got = {1, 2, 3, 4, 5, 7};
  EXPECT_EQ(first_difference(got.data(), 6, [](int i) { return i + 1; }, {.columns = 4}),
            "index 5 (row 1, column 1): expected 6, got 7");
}

TEST(Verify, SaysWhatDiffers) {
  testing::internal::CaptureStderr();
  EXPECT_TRUE(verify("c", std::vector<int>{1, 2}, std::vector<int>{1, 2}));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  testing::internal::CaptureStderr();
  EXPECT_FALSE(verify("c", std::vector<int>{1, 2}, std::vector<int>{1, 3}));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "c, index 1: expected 3, got 2\n");
}

TEST(Verdict, PrintsPassOnlyWhenAllHolds) {
  tutorial::page() = {};  // nothing is left out
  testing::internal::CaptureStdout();
  EXPECT_EQ(verdict(true), 0);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "PASS\n");
  testing::internal::CaptureStdout();
  EXPECT_EQ(verdict(false), 1);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

class OnDevice : public NeedsDevice {};

// More than one piece, so that the index of a difference in a later one is right.
TEST_F(OnDevice, PoisonIsFoundAnywhere) {
  const long long n = (1 << 22) + 3;
  const auto bytes = static_cast<std::size_t>(n);
  unsigned char* device = nullptr;
  CHECK(cudaMalloc(&device, bytes));
  poison(device, n);
  CHECK(cudaMemset(device, 1, bytes - 1));
  EXPECT_EQ(first_difference_on_device(device, n - 1, [](int) { return 1; }), "");
  EXPECT_EQ(first_difference_on_device(device, n, [](int) { return 1; }),
            "index 4194306: expected 1, but it was never written");
  CHECK(cudaFree(device));
}

// Several threads compare a large array; what they find is told as by one.
TEST_F(OnDevice, FirstOfSeveralDifferencesIsTold) {
  const long long n = (1 << 24) + (3 << 20);
  std::vector<unsigned char> expected(n, 1);
  unsigned char* device = nullptr;
  CHECK(cudaMalloc(&device, n));
  CHECK(cudaMemset(device, 1, n));
  EXPECT_EQ(first_difference_on_device(device, n, expected), "");
  for (const long long i : {n - 1, n / 2, 5LL << 20}) expected[i] = 2;
  EXPECT_EQ(first_difference_on_device(device, n, expected), "index 5242880: expected 2, got 1");
  expected[5 << 20] = expected[n / 2] = 1;
  EXPECT_EQ(first_difference_on_device(device, n, expected), "index 19922943: expected 2, got 1");
  CHECK(cudaFree(device));
}

TEST(InParts, EachIndexIsInOnePart) {
  for (const long long count : {0LL, 1LL, 17LL, (1LL << 22) + 1}) {
    std::vector<int> visits(count);
    tutorial::in_parts(count, [&](long long i, long long end) {
      for (; i < end; ++i) ++visits[i];
    });
    EXPECT_EQ(visits, std::vector<int>(count, 1));
  }
}

}  // namespace
