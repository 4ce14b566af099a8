#include "tutorial/patience.cuh"

#include <gtest/gtest.h>

#include "needs_device.cuh"

namespace {

__global__ void store(int* out) { *out = 1; }

class Patience : public NeedsDevice {};

// The host needs its time before it issues what comes true: nothing says meanwhile that only the gate is waited for.
TEST_F(Patience, LastsWhileAHostCallRuns) {
  cudaStream_t held_up = nullptr, other = nullptr;
  CHECK(cudaStreamCreateWithFlags(&held_up, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  int* out = nullptr;
  CHECK(cudaMalloc(&out, sizeof *out));
  store<<<1, 1, 0, other>>>(out);
  CHECK(cudaDeviceSynchronize());
  {
    Gate gate(held_up);
    std::atomic<bool> is_issued = false;
    HostCall call([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      store<<<1, 1, 0, other>>>(out);
      CHECK_LAST();
      is_issued = true;
      CHECK(cudaStreamSynchronize(held_up));
    });
    EXPECT_TRUE(comes_true([&] { return is_issued.load(); }));
    EXPECT_TRUE(is_done(other));
    EXPECT_FALSE(returns(call, kGlance));
    gate.open();
    EXPECT_TRUE(returns(call));
    call.get();
  }
  EXPECT_EQ(HostCall::running(), 0);
  CHECK(cudaFree(out));
  CHECK(cudaStreamDestroy(other));
  CHECK(cudaStreamDestroy(held_up));
}

}  // namespace
