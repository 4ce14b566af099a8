#include "tutorial/product.cuh"

#include <gtest/gtest.h>

namespace {

// A is 2 × 3, B is 3 × 2.
const std::vector<float> kA = {1, 2, 3, 4, 5, 6};
const std::vector<float> kB = {1, 10, 2, 20, 3, 30};

TEST(ProductOnHost, IsRowsTimesColumns) {
  EXPECT_EQ(product_on_host<float>(kA, kB, 2, 3), (std::vector<float>{14, 140, 32, 320}));
  const std::vector<signed char> bytes(400, 100);
  EXPECT_EQ(product_on_host<int>(bytes, bytes, 1, 400), std::vector<int>{4000000});
}

TEST(ProductOnHost, CanLeaveRowsOut) {
  const std::vector<int> c = product_on_host<int>(std::vector{1, 2, 3}, std::vector{7}, 1, 1, 2);
  EXPECT_EQ(c, (std::vector<int>{7, 0, 21}));
}

}  // namespace
