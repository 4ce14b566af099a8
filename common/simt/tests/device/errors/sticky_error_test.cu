// A kernel that fails breaks the device: from then on every function says so, whatever it is asked for. Each call
// here would succeed otherwise, and does before.
#include <cstdio>
#include <memory>

#include "api_objects.cuh"

namespace {

__global__ void fail() { __trap(); }

/// @return whether the call returns what it should
bool returns(cudaError_t expected, const Call& call, Objects& objects) {
  const cudaError_t error = call.run(objects);
  if (error != expected) std::fprintf(stderr, "%s: %s\n", call.name, cudaGetErrorName(error));
  return error == expected;
}

constexpr int kAllIsRight = 3;

[[noreturn]] void try_all() {
  bool all_are_right = true;
  std::vector<std::unique_ptr<Objects>> objects;
  for (const Call& call : kCalls) {
    Objects before;
    all_are_right &= returns(cudaSuccess, call, before);
    end_capture(before.stream);
    if (cudaDeviceSynchronize() != cudaSuccess) std::exit(1);
    objects.push_back(std::make_unique<Objects>());
  }
  if (cudaGetLastError() != cudaSuccess) std::exit(1);
  fail<<<1, 1>>>();
  if (cudaDeviceSynchronize() != cudaErrorLaunchFailure) std::exit(1);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    all_are_right &= returns(cudaErrorLaunchFailure, kCalls[i], *objects[i]);
  }
  std::_Exit(all_are_right ? kAllIsRight : 1);
}

TEST(StickyError, IsWhatEveryFunctionReturns) {
  EXPECT_EXIT(try_all(), testing::ExitedWithCode(kAllIsRight), "stopped itself with __trap");
}

}  // namespace
