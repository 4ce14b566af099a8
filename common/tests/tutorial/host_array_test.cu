#include "tutorial/host_array.cuh"

#include <gtest/gtest.h>

#include "needs_device.cuh"

namespace {

class HostArrays : public NeedsDevice {
 protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");  // a forked process has no device
    NeedsDevice::SetUp();
  }
};

// In a process of its own, which ends with a verdict. `use` returns whether all is well.
template <class Use>
void use_array(const std::vector<int>& values, const Use& use) {
  char name[] = "check";
  char* arguments[] = {name, nullptr};
  Exercise exercise(1, arguments);
  const HostArray<int> array(exercise, "numbers", values);
  std::exit(use(array) ? 0 : 3);
}

bool is_written_to_the_end(const HostArray<int>& array) {
  array.data()[2] = 4;
  return array.values() == std::vector<int>{1, 2, 4};
}

bool is_written_past_the_end(const HostArray<int>& array) {
  array.data()[array.size()] = 4;
  return true;
}

bool is_copied_past_the_end(const HostArray<int>& array) {
  int* memory = nullptr;
  CHECK(cudaMalloc(&memory, 4 * sizeof(int)));
  CHECK(cudaMemcpy(memory, array.data(), 4 * sizeof(int), cudaMemcpyHostToDevice));
  return true;
}

TEST_F(HostArrays, MayBeWrittenToTheirLastElement) {
  EXPECT_EXIT(use_array({1, 2, 3}, is_written_to_the_end), testing::ExitedWithCode(0), "");
}

TEST_F(HostArrays, EndWhereAWriteIsNoticed) {
  EXPECT_EXIT(use_array({1, 2, 3}, is_written_past_the_end), testing::ExitedWithCode(1),
              "FAILED  numbers on the host has 3 elements, and numbers.3. or what is behind it");
}

TEST_F(HostArrays, EndWhereACopyIsNoticed) {
  EXPECT_EXIT(use_array({1, 2, 3}, is_copied_past_the_end), testing::ExitedWithCode(1),
              "FAILED  numbers on the host has 3 elements");
}

TEST_F(HostArrays, MayBeEmpty) {
  EXPECT_EXIT(use_array({}, is_written_past_the_end), testing::ExitedWithCode(1),
              "FAILED  numbers on the host has 0 elements");
}

}  // namespace
