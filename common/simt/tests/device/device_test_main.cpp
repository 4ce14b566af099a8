// As gtest_main, but a machine that cannot run the tests is skipped (77), not failed.
#include <gtest/gtest.h>

#include <cstdio>

bool device_is_there(const char** reason);

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const char* reason = nullptr;
  if (!device_is_there(&reason)) {
    std::printf("skipped: %s\n", reason);
    return 77;
  }
  return RUN_ALL_TESTS();
}
