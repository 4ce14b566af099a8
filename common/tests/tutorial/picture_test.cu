#include "tutorial/picture.cuh"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace {

TEST(Picture, LooksDifferentFromItsMirrorImages) {
  const int width = 40, height = 30;
  const std::vector<float> pixels = draw_picture(width, height);
  ASSERT_EQ(pixels.size(), 1200u);
  const auto at = [&](int x, int y) { return pixels[static_cast<std::size_t>(y * width + x)]; };
  int to_the_side = 0,
      upside_down = 0;  // pixels that differ from their mirror image by more than noise
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      EXPECT_GE(at(x, y), 0);
      EXPECT_LE(at(x, y), 1);
      to_the_side += std::abs(at(x, y) - at(width - 1 - x, y)) > 0.15f;
      upside_down += std::abs(at(x, y) - at(x, height - 1 - y)) > 0.15f;
    }
  }
  EXPECT_GT(to_the_side, 200);
  EXPECT_GT(upside_down, 200);
}

TEST(Picture, IsFilteredWithTheNearestPixelOutside) {
  const std::vector<float> picture = {1, 2, 3, 4, 5, 6};  // 3 wide, 2 high
  const float right[3][3] = {{0, 0, 0}, {0, 0, 1}, {0, 0, 0}};
  EXPECT_EQ(filter_on_host(picture, right, 3, 2), (std::vector<float>{2, 3, 3, 5, 6, 6}));
  const float above[3][3] = {{0, 10, 0}, {0, 1, 0}, {0, 0, 0}};
  EXPECT_EQ(filter_on_host(picture, above, 3, 2), (std::vector<float>{11, 22, 33, 14, 25, 36}));
}

TEST(Picture, IsWrittenRowByRowAndClamped) {
  const std::string name = testing::TempDir() + "picture_test.pgm";
  write_pgm(name, {-1, 0, 0.5f, 1, 7, 0.25f}, 3, 2);
  std::ifstream file(name, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_EQ(text, std::string("P5\n3 2\n255\n\0\0\x80\xff\xff\x40", 17));
  std::remove(name.c_str());
}

TEST(PictureDeathTest, SaysWhichFileCannotBeWritten) {
  EXPECT_EXIT(write_pgm("/nowhere/picture.pgm", {0}, 1, 1), testing::ExitedWithCode(1),
              "/nowhere/picture.pgm");
}

}  // namespace
