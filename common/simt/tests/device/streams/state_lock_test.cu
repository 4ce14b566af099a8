// Whatever looks at streams, events or graphs does so under their lock.
#include <set>
#include <string>

#include "../errors/api_objects.cuh"

void watch_state_lock();
int locks_of_state();

namespace {

/// Calls that have nothing to do with any of them.
const std::set<std::string> kOthers = {"cudaMemGetInfo",
                                       "cudaHostGetDevicePointer",
                                       "cudaHostGetFlags",
                                       "cudaMemAdvise",
                                       "cudaMemRangeGetAttribute",
                                       "cudaMemPoolTrimTo",
                                       "cudaMemPoolSetAttribute",
                                       "cudaMemPoolGetAttribute",
                                       "cudaCtxResetPersistingL2Cache",
                                       "cudaMallocArray",
                                       "cudaFreeArray",
                                       "cudaCreateTextureObject",
                                       "cudaDestroyTextureObject",
                                       "cudaCreateSurfaceObject",
                                       "cudaDestroySurfaceObject"};

TEST(StateLock, IsTakenByEveryCall) {
  for (const Call& call : kCalls) {
    Objects objects;
    watch_state_lock();
    const cudaError_t error = call.run(objects);
    const int locks = locks_of_state();
    ASSERT_EQ(error, cudaSuccess) << call.name;
    if (kOthers.count(call.function()) == 0) {
      EXPECT_GT(locks, 0) << call.name;
    }
    end_capture(objects.stream);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
}

}  // namespace
