// Chapter 01 · primary_context
//
// What initialising and resetting a device means, and how long it takes. The runtime keeps all that
// a process has on a device in one primary context: allocations, loaded kernels, streams.
//
//   primary_context
#include "tutorial.cuh"

// Host time of one call.
template <class Call>
std::string milliseconds(const Call& call) {
  const HostTimer timer;
  CHECK(call());
  return figure("%.3f ms", timer.milliseconds());
}

int main(int argc, char** argv) {
  Options::without_size(argc, argv, "Create, reset and re-create a device's context.", {});
  require_device();
  Table calls({"host time of a call", timed("")});

  // Without cudaInitDevice the first call that needs the device does the same work. cudaSetDevice
  // makes the device current for this host thread (and creates the context, too, since CUDA 12).
  calls.add({"cudaInitDevice: creates the primary context",
             milliseconds([] { return cudaInitDevice(0, 0, 0); })});
  calls.add({"cudaSetDevice: it is there already", milliseconds([] { return cudaSetDevice(0); })});

  constexpr size_t kBytes = 64 << 20;
  void* memory = nullptr;
  size_t free_before = 0, free_after = 0, total = 0;
  CHECK(cudaMalloc(&memory, kBytes));
  CHECK(cudaMemGetInfo(&free_before, &total));

  // Reset destroys the context with everything in it. What was never freed is free again, and every
  // pointer, stream and event of this process on this device is void.
  calls.add({"cudaDeviceReset: destroys it", milliseconds([] { return cudaDeviceReset(); })});
  calls.add({"cudaMemGetInfo: creates it again first",
             milliseconds([&] { return cudaMemGetInfo(&free_after, &total); })});
  calls.print();
  // Half, because other processes use the device, too.
  std::printf("64 MiB allocated, never freed, back after the reset: %s\n",
              free_after > free_before + kBytes / 2 ? "yes" : "no");
  return verdict(true);
}
