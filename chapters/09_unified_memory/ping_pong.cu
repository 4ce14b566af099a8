// Chapter 09 · ping_pong
//
// Host and device take turns at a counter. Where the counter's page is decides what a turn costs: it
// moves back and forth, or it stays on one side and the other reaches over the bus.
//
//   ping_pong [--size N]     N turns of each, default 10 on the CPU backend, 500 on a GPU
#include <cuda/atomic>

#include "tutorial.cuh"

using Shared = cuda::atomic_ref<int, cuda::thread_scope_system>;

__global__ void add_one(int* counter) { *counter += 1; }

// The turns of one kernel: it waits for an odd number and makes it even.
__global__ void answer(int* counter, int turns) {
  for (int turn = 0; turn < turns; ++turn) {
    while (Shared(*counter).load(cuda::memory_order_acquire) != 2 * turn + 1) {
    }
    Shared(*counter).store(2 * turn + 2, cuda::memory_order_release);
  }
}

// The host's turn, then the device's: a launch for each.
int take_turns(int* of_host, int* of_device, int turns) {
  for (int turn = 0; turn < turns; ++turn) {
    *of_host += 1;
    add_one<<<1, 1>>>(of_device);
    CHECK_LAST();
    CHECK(cudaDeviceSynchronize());
  }
  return of_host == of_device ? *of_host : *of_host + *of_device;
}

// One launch: both look at the same counter at the same time.
int take_turns_by_atomics(int* counter, int turns) {
  answer<<<1, 1>>>(counter, turns);
  CHECK_LAST();
  for (int turn = 0; turn < turns; ++turn) {
    Shared(*counter).store(2 * turn + 1, cuda::memory_order_release);
    while (Shared(*counter).load(cuda::memory_order_acquire) != 2 * turn + 2) {
    }
  }
  CHECK(cudaDeviceSynchronize());
  return *counter;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Let host and device take turns at one page.");
  const int turns = options.size({.cpu = 10, .gpu = 500, .bytes_per_element = 1});
  require_device();
  if (device_attribute(cudaDevAttrConcurrentManagedAccess) == 0) {
    tutorial::skip("host and kernels cannot use managed memory at the same time");
  }
  constexpr size_t kBytes = 4 << 20;  // two pages of the largest kind that a GPU has
  constexpr size_t kFar = (2 << 20) / sizeof(int);
  bool passed = true;
  Table table({"counter", timed("µs per turn"), modelled("pages to device"), modelled("to host"),
               modelled("used in place")});
  // `place` says where the memory shall be, `work` takes the turns and returns both counters' sum.
  const auto run = [&](const char* name, const auto& place, const auto& work) {
    int* memory = nullptr;
    CHECK(cudaMallocManaged(&memory, kBytes));
    place(memory);
    memory[0] = memory[16] = memory[kFar] = 0;
    const Counters before = read_counters();
    const HostTimer timer;
    const int sum = work(memory);
    const double us = 1e3 * timer.milliseconds() / (2 * turns);
    const Counters pages = read_counters() - before;
    table.add({name, figure("%.1f", us), figure("%.0f", pages.pages_to_device_by_fault),
               figure("%.0f", pages.pages_to_host_by_fault), figure("%.0f", pages.pages_in_place)});
    passed &= verify<int>(name, {sum}, [&](long long) { return 2 * turns; });
    CHECK(cudaFree(memory));
  };
  const auto anywhere = [](int*) {};
  const auto advised = [](cudaMemLocation home, cudaMemLocation guest) {
    return [=](int* memory) {
      CHECK(advise(memory, kBytes, cudaMemAdviseSetPreferredLocation, home));
      CHECK(advise(memory, kBytes, cudaMemAdviseSetAccessedBy, guest));
    };
  };
  const auto one = [&](int* memory) { return take_turns(memory, memory, turns); };
  run("one for both", anywhere, one);
  run("one each, 64 bytes apart", anywhere,
      [&](int* memory) { return take_turns(memory, memory + 16, turns); });
  run("one each, 2 MiB apart", anywhere,
      [&](int* memory) { return take_turns(memory, memory + kFar, turns); });
  run("one for both, at home on the host", advised(on_host(), on_device()), one);
  run("one for both, at home on the device", advised(on_device(), on_host()), one);
  run("one kernel, atomics, at home on the host", advised(on_host(), on_device()),
      [&](int* memory) { return take_turns_by_atomics(memory, turns); });
  table.print();
  return verdict(passed);
}
