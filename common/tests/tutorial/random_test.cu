#include "tutorial/random.cuh"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace {

TEST(Random, FloatsFillTheirRange) {
  const std::vector<float> values = random_floats(100000);
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  EXPECT_GE(*low, -1.0f);
  EXPECT_LT(*low, -0.99f);
  EXPECT_LT(*high, 2.0f);
  EXPECT_GT(*high, 1.99f);
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / 100000;
  EXPECT_NEAR(mean, 0.5, 0.02);
}

TEST(Random, IntsIncludeBothEnds) {
  const std::vector<int> values = random_ints(10000, -1, 2);
  for (int value = -1; value <= 2; ++value) {
    EXPECT_NEAR(std::count(values.begin(), values.end(), value), 2500, 250) << value;
  }
  EXPECT_EQ(*std::min_element(values.begin(), values.end()), -1);
  EXPECT_EQ(*std::max_element(values.begin(), values.end()), 2);
}

TEST(Random, TheWholeRangeOfIntsIsPossible) {
  const std::vector<int> values = random_ints(1000, INT32_MIN, INT32_MAX);
  EXPECT_LT(*std::min_element(values.begin(), values.end()), INT32_MIN / 2);
  EXPECT_GT(*std::max_element(values.begin(), values.end()), INT32_MAX / 2);
}

TEST(Random, TwoVectorsDiffer) { EXPECT_NE(random_floats(8), random_floats(8)); }

TEST(Random, NoneIsPossible) { EXPECT_TRUE(random_floats(0).empty()); }

}  // namespace
