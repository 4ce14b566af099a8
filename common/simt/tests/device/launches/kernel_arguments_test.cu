// Kernel arguments with constructors and destructors: the host's run where those of a parameter by
// value do, and the device gets bytes.
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <memory>
#include <ostream>
#include <utility>

#include "../device_test.cuh"

namespace {

/// How often the special members of `Counted` ran.
struct Calls {
  int made = 0, copied = 0, moved = 0, destroyed = 0;
  bool operator==(const Calls&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Calls& c) {
  return out << c.made << " made, " << c.copied << " copied, " << c.moved << " moved, "
             << c.destroyed << " destroyed";
}
Calls calls;

struct Counted {
  int value;
  explicit Counted(int v) : value(v) { ++calls.made; }
  Counted(const Counted& other) : value(other.value) { ++calls.copied; }
  Counted(Counted&& other) : value(other.value) {
    other.value = -1;
    ++calls.moved;
  }
  ~Counted() {
    value = -2;
    ++calls.destroyed;
  }
};

/// Each thread has a copy of its own, which it may change.
__global__ void store(Counted counted, int* out) {
  counted.value += threadIdx.x;
  out[threadIdx.x] = counted.value;
}
template <class T>
__global__ void store_any(T any, int* out) {
  out[threadIdx.x] = any.value + threadIdx.x;
}
__global__ void store_neighbours(int first, Counted a, double second, Counted b, int* out) {
  __shared__ int values[64];
  a.value *= 2;
  values[threadIdx.x] = a.value + b.value + first + static_cast<int>(second) + threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = values[(threadIdx.x + 1) % blockDim.x];
}
__global__ void store_even(Counted counted, int* out) {
  if (threadIdx.x % 2 == 1) return;
  out[threadIdx.x] = counted.value;
}

/// What the host calls during `launch(output)`. @param expected what thread 5 has to store
template <class Launch>
Calls calls_of(int expected, Launch launch) {
  Calls during;
  const std::vector<int> out = run_kernel<int>(64, [&](int* output) {
    calls = {};
    launch(output);
    during = calls;
  });
  EXPECT_EQ(out[5], expected);
  EXPECT_EQ(calls, during) << "something ran behind the launch";
  return during;
}

TEST(KernelArguments, AreParametersOfTheLaunch) {
  Counted counted(10);
  EXPECT_EQ(calls_of(15, [&](int* out) { store<<<2, 32>>>(counted, out); }), (Calls{0, 1, 0, 1}));
  EXPECT_EQ(calls_of(25, [](int* out) { store<<<1, 32>>>(Counted(20), out); }),
            (Calls{1, 0, 0, 1}));
  EXPECT_EQ(calls_of(15, [&](int* out) { store_any<<<1, 32>>>(counted, out); }),
            (Calls{0, 1, 0, 1}));
  EXPECT_EQ(
      calls_of(46, [&](int* out) { store_neighbours<<<3, 64>>>(6, counted, 4.5, counted, out); }),
      (Calls{0, 2, 0, 2}));
  EXPECT_EQ(calls_of(15, [&](int* out) { store<<<1, 32>>>(std::move(counted), out); }),
            (Calls{0, 0, 1, 1}));
  EXPECT_EQ(counted.value, -1);
}

TEST(KernelArguments, AlsoWhereThreadsReturnEarly) {
  const Counted counted(8);
  EXPECT_EQ(calls_of(static_cast<int>(0xcccccccc),
                     [&](int* out) { store_even<<<1, 64>>>(counted, out); }),
            (Calls{0, 1, 0, 1}));
}

TEST(KernelArguments, OfLaunchesByPointer) {
  Counted counted(10);
  const auto kernel = store;
  EXPECT_EQ(calls_of(15, [&](int* out) { kernel<<<2, 32>>>(counted, out); }), (Calls{0, 1, 0, 1}));
  EXPECT_EQ(calls_of(15,
                     [&](int* out) {
                       void* arguments[] = {&counted, &out};
                       EXPECT_EQ(
                           cudaLaunchKernel((void*)store, dim3(1), dim3(32), arguments, 0, nullptr),
                           cudaSuccess);
                     }),
            (Calls{0, 0, 0, 0}));
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 32;
  EXPECT_EQ(calls_of(15,
                     [&](int* out) {
                       EXPECT_EQ(cudaLaunchKernelEx(&config, store, counted, out), cudaSuccess);
                     }),
            (Calls{0, 1, 0, 1}));
}

/// An argument that cannot be copied.
struct Unique {
  int value;
  explicit Unique(int v) : value(v) {}
  Unique(const Unique&) = delete;
  Unique(Unique&& other) : value(std::exchange(other.value, 0)) {}
  ~Unique() { value = 0; }
};
__global__ void store_unique(Unique unique, int* out) { out[threadIdx.x] = unique.value; }

struct Holder {
  std::shared_ptr<int> owner;
  double room[20];
  int value;
};

TEST(KernelArguments, NeedNotBeCopyable) {
  EXPECT_EQ(run_kernel<int>(32, [](int* out) { store_unique<<<1, 32>>>(Unique(3), out); })[31], 3);
  const Holder holder{std::make_shared<int>(1), {}, 4};
  EXPECT_EQ(run_kernel<int>(32, [&](int* out) { store_any<<<4, 32>>>(holder, out); })[31], 35);
  EXPECT_EQ(holder.owner.use_count(), 1);
}

/// What owns its memory, and is not copied for being passed as a pointer.
struct Owner {
  Counted counted;
  int* data;
  operator int*() const { return data; }
};
struct Value {
  Counted counted;
  operator int() const { return counted.value; }
};
__global__ void store_at(int* out, int value) { out[threadIdx.x] = value; }
template <class T>
__global__ void store_any_at(T* out, T value) {
  out[threadIdx.x] = value;
}

TEST(KernelArguments, AreNotCopiedToBeConverted) {
  const Value value{Counted(7)};
  const auto kernel = store_at;
  EXPECT_EQ(calls_of(7, [&](int* out) { store_at<<<2, 32>>>(out, value); }), Calls{});
  EXPECT_EQ(calls_of(7, [&](int* out) { store_any_at<int><<<2, 32>>>(out, value); }), Calls{});
  EXPECT_EQ(calls_of(7, [&](int* out) { kernel<<<2, 32>>>(out, value); }), Calls{});
  const DeviceBuffer<int> memory(64);
  const Owner owner{Counted(1), memory.data()};
  calls = {};
  store_at<<<2, 32>>>(owner, value);
  EXPECT_EQ(calls, Calls{});
  EXPECT_EQ(memory.read()[5], 7);
}

}  // namespace
