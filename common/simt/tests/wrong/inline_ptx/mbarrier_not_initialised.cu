// Nobody has initialised the object at which all arrive.
// expect: simt: a barrier object is used that nobody has initialised
// expect: @arrive
// expect: mbarrier.init
#include <cuda_runtime.h>

#include <cstdint>

__global__ void meet() {
  __shared__ std::uint64_t object;
  const auto place = static_cast<unsigned>(__cvta_generic_to_shared(&object));
  asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" ::"r"(place));  // @arrive
}

int main() {
  meet<<<1, 64>>>();
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 3;
}
