// Where the pages of managed memory are, and how often they move: exact counts.
#include <gtest/gtest.h>
#include <simt_counters.h>

#include <cstring>
#include <cuda/atomic>
#include <vector>

#include "../device_test.cuh"

namespace {

constexpr std::size_t kPage = 64 << 10;
constexpr std::size_t kPages = 5;
constexpr std::size_t kBytes = kPages * kPage;
constexpr cudaMemLocation kDevice = {cudaMemLocationTypeDevice, 0};
constexpr cudaMemLocation kHost = {cudaMemLocationTypeHost, 0};

/// Pages, by cause.
struct Moves {
  std::uint64_t to_device = 0, to_host = 0;  ///< by faults
  std::uint64_t prefetched_to_device = 0, prefetched_to_host = 0;
  std::uint64_t in_place = 0;
  bool operator==(const Moves&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Moves& moves) {
  return out << "faults to device " << moves.to_device << ", to host " << moves.to_host
             << ", prefetched to device " << moves.prefetched_to_device << ", to host "
             << moves.prefetched_to_host << ", in place " << moves.in_place;
}

Moves totals() {
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const simt::Counters c = simt::counters();
  return {c.pages_to_device_by_fault, c.pages_to_host_by_fault, c.pages_to_device_by_prefetch,
          c.pages_to_host_by_prefetch, c.pages_in_place};
}

/// One byte of every page.
__global__ void write_pages(char* data, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += kPage) data[i] = 1;
}
__global__ void read_pages(const char* data, std::size_t bytes, int* sum) {
  for (std::size_t i = 0; i < bytes; i += kPage) *sum += data[i];
}

__global__ void increment_pages(char* data, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += kPage) data[i] += 1;
}

class PageMigration : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cudaMallocManaged(&data_, kBytes), cudaSuccess);
    ASSERT_EQ(cudaMalloc(&sum_, sizeof(int)), cudaSuccess);
    ASSERT_EQ(cudaMemset(sum_, 0, sizeof(int)), cudaSuccess);
    before_ = totals();
  }
  void TearDown() override {
    EXPECT_EQ(cudaFree(data_), cudaSuccess);
    EXPECT_EQ(cudaFree(sum_), cudaSuccess);
  }

  /// Since the last call.
  Moves moves() {
    const Moves now = totals();
    const Moves result = {now.to_device - before_.to_device, now.to_host - before_.to_host,
                          now.prefetched_to_device - before_.prefetched_to_device,
                          now.prefetched_to_host - before_.prefetched_to_host,
                          now.in_place - before_.in_place};
    before_ = now;
    return result;
  }
  void host_writes(char* data, std::size_t bytes = kBytes) {
    for (std::size_t i = 0; i < bytes; i += kPage) data[i] = 2;
  }
  int host_reads(const char* data) {
    int sum = 0;  // volatile: the sum is not always used
    for (std::size_t i = 0; i < kBytes; i += kPage)
      sum += const_cast<const volatile char*>(data)[i];
    return sum;
  }
  void device_writes(char* data, std::size_t bytes = kBytes) { write_pages<<<1, 1>>>(data, bytes); }
  void device_reads(const char* data, std::size_t bytes = kBytes) {
    read_pages<<<1, 1>>>(data, bytes, sum_);
  }
  void prefetch(cudaMemLocation location) {
    EXPECT_EQ(cudaMemPrefetchAsync(data_, kBytes, location, 0, nullptr), cudaSuccess);
  }
  void advise(cudaMemoryAdvise advice, cudaMemLocation location = kDevice) {
    EXPECT_EQ(cudaMemAdvise(data_, kBytes, advice, location), cudaSuccess);
  }

  char* data_ = nullptr;
  int* sum_ = nullptr;
  Moves before_;
};

TEST_F(PageMigration, FirstTouchMovesNothing) {
  host_writes(data_);
  EXPECT_EQ(moves(), Moves());
  host_writes(data_);
  EXPECT_EQ(host_reads(data_), 10);
  EXPECT_EQ(moves(), Moves());
  char* other = nullptr;
  ASSERT_EQ(cudaMallocManaged(&other, kBytes), cudaSuccess);
  device_writes(other);
  device_reads(other);
  EXPECT_EQ(moves(), Moves());
  EXPECT_EQ(host_reads(other), 5);  // so they are on the device
  EXPECT_EQ(moves(), (Moves{.to_host = 5}));
  EXPECT_EQ(cudaFree(other), cudaSuccess);
}

TEST_F(PageMigration, PagesGoToAndFro) {
  host_writes(data_);
  for (std::uint64_t turn = 1; turn <= 3; ++turn) {
    device_writes(data_);
    EXPECT_EQ(moves(), (Moves{.to_device = 5}));
    EXPECT_EQ(host_reads(data_), 5);
    EXPECT_EQ(moves(), (Moves{.to_host = 5}));
    device_reads(data_);
    EXPECT_EQ(moves(), (Moves{.to_device = 5}));
    host_writes(data_);
    EXPECT_EQ(moves(), (Moves{.to_host = 5}));
  }
}

TEST_F(PageMigration, OnlyPagesThatAreUsedMove) {
  host_writes(data_);
  device_writes(data_ + kPage, 2 * kPage);
  EXPECT_EQ(moves(), (Moves{.to_device = 2}));
  EXPECT_EQ(data_[2 * kPage - 1], 0);
  EXPECT_EQ(moves(), (Moves{.to_host = 1}));
}

TEST_F(PageMigration, TwoKernelsNeedOneMove) {
  host_writes(data_);
  device_writes(data_);
  device_reads(data_);
  EXPECT_EQ(moves(), (Moves{.to_device = 5}));
}

TEST_F(PageMigration, KernelsOfTwoStreamsNeedOneMove) {
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  host_writes(data_);
  for (const cudaStream_t stream : streams) {
    read_pages<<<1, 1, 0, stream>>>(data_, kBytes, sum_ + 0);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  }
  EXPECT_EQ(moves(), (Moves{.to_device = 5}));
  for (const cudaStream_t stream : streams) EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST_F(PageMigration, NeighboursOnOnePageMoveTogether) {
  int* counters = reinterpret_cast<int*>(data_);
  for (int turn = 0; turn < 4; ++turn) {
    counters[0] = turn;
    write_pages<<<1, 1>>>(data_ + 64, 1);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
  EXPECT_EQ(moves(), (Moves{.to_device = 4, .to_host = 3}));
  for (int turn = 0; turn < 4; ++turn) {  // a page for each
    counters[kPage / sizeof(int)] = turn;
    write_pages<<<1, 1>>>(data_ + 2 * kPage, 1);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
  EXPECT_EQ(moves(), Moves());
}

TEST_F(PageMigration, AllocationsShareNoPage) {
  char *one = nullptr, *other = nullptr;
  ASSERT_EQ(cudaMallocManaged(&one, 4), cudaSuccess);
  ASSERT_EQ(cudaMallocManaged(&other, 4), cudaSuccess);
  for (int turn = 0; turn < 3; ++turn) {
    *one = 1;
    write_pages<<<1, 1>>>(other, 1);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
  EXPECT_EQ(moves(), Moves());
  EXPECT_EQ(cudaFree(one), cudaSuccess);
  EXPECT_EQ(cudaFree(other), cudaSuccess);
}

TEST_F(PageMigration, PrefetchesMoveWhatIsElsewhere) {
  prefetch(kDevice);  // nobody has touched them
  EXPECT_EQ(moves(), Moves());
  host_writes(data_, 2 * kPage);
  EXPECT_EQ(moves(), (Moves{.to_host = 2}));
  prefetch(kDevice);
  EXPECT_EQ(moves(), (Moves{.prefetched_to_device = 2}));
  device_writes(data_);
  EXPECT_EQ(moves(), Moves());
  prefetch(kHost);
  EXPECT_EQ(moves(), (Moves{.prefetched_to_host = 5}));
  EXPECT_EQ(host_reads(data_), 5);
  EXPECT_EQ(moves(), Moves());
}

TEST_F(PageMigration, PrefetchesKeepTheOrderOfTheirStream) {
  host_writes(data_);
  prefetch(kDevice);
  device_writes(data_);
  prefetch(kHost);
  device_reads(data_);
  EXPECT_EQ(moves(), (Moves{.to_device = 5, .prefetched_to_device = 5, .prefetched_to_host = 5}));
}

TEST_F(PageMigration, ReadMostlyPagesAreCopied) {
  host_writes(data_);
  advise(cudaMemAdviseSetReadMostly);
  device_reads(data_);
  EXPECT_EQ(moves(), (Moves{.to_device = 5}));
  EXPECT_EQ(host_reads(data_), 10);
  device_reads(data_);
  EXPECT_EQ(moves(), Moves());
  data_[kPage] = 7;  // drops the device's copy of one page
  device_reads(data_);
  EXPECT_EQ(moves(), (Moves{.to_device = 1}));
  device_writes(data_, kPage);  // drops the host's copy of another one
  EXPECT_EQ(moves(), Moves());
  host_reads(data_);
  EXPECT_EQ(moves(), (Moves{.to_host = 1}));
}

TEST_F(PageMigration, AKernelThatReadsAndWritesAPageCountsOnce) {
  host_writes(data_);
  increment_pages<<<1, 1>>>(data_, kBytes);
  EXPECT_EQ(moves(), (Moves{.to_device = 5}));
  host_writes(data_);
  EXPECT_EQ(moves(), (Moves{.to_host = 5}));
  advise(cudaMemAdviseSetReadMostly);  // a copy, and then the only one
  increment_pages<<<1, 1>>>(data_, kBytes);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(host_reads(data_), 15);
  EXPECT_EQ(moves(), (Moves{.to_device = 5, .to_host = 5}));
  advise(cudaMemAdviseUnsetReadMostly);
  advise(cudaMemAdviseSetPreferredLocation, kHost);
  increment_pages<<<1, 1>>>(data_, kBytes);
  EXPECT_EQ(moves(), (Moves{.in_place = 5}));
}

TEST_F(PageMigration, ReadMostlyPagesArePrefetchedAsCopies) {
  host_writes(data_);
  advise(cudaMemAdviseSetReadMostly);
  prefetch(kDevice);
  device_reads(data_);
  host_reads(data_);
  EXPECT_EQ(moves(), (Moves{.prefetched_to_device = 5}));
}

TEST_F(PageMigration, CopiesThatAreThereArePrefetchedNoMore) {
  host_writes(data_);
  advise(cudaMemAdviseSetReadMostly);
  device_reads(data_);  // copies on both sides
  EXPECT_EQ(moves(), (Moves{.to_device = 5}));
  for (const cudaMemLocation location : {kDevice, kHost, kDevice}) prefetch(location);
  EXPECT_EQ(moves(), Moves{});
  device_reads(data_);
  host_reads(data_);
  EXPECT_EQ(moves(), Moves{});
}

TEST_F(PageMigration, WithoutReadMostlyOneCopyIsLeft) {
  host_writes(data_);
  advise(cudaMemAdviseSetReadMostly);
  device_reads(data_);
  EXPECT_EQ(moves(), (Moves{.to_device = 5}));
  advise(cudaMemAdviseUnsetReadMostly);
  host_reads(data_);
  EXPECT_EQ(moves(), Moves());
  device_reads(data_);
  host_reads(data_);
  EXPECT_EQ(moves(), (Moves{.to_device = 5, .to_host = 5}));
  // The preferred location keeps its copy.
  advise(cudaMemAdviseSetPreferredLocation, kDevice);
  advise(cudaMemAdviseSetReadMostly);
  device_reads(data_);
  EXPECT_EQ(moves(), (Moves{.to_device = 5}));
  advise(cudaMemAdviseUnsetReadMostly);
  device_reads(data_);
  EXPECT_EQ(moves(), Moves());
  host_reads(data_);
  EXPECT_EQ(moves(), (Moves{.to_host = 5}));
}

TEST_F(PageMigration, AtHomeOnTheHostTheDeviceComesOver) {
  for (const bool preferred : {true, false}) {
    char* data = nullptr;
    ASSERT_EQ(cudaMallocManaged(&data, kBytes), cudaSuccess);
    std::swap(data, data_);
    host_writes(data_);
    const auto set = preferred ? cudaMemAdviseSetPreferredLocation : cudaMemAdviseSetAccessedBy;
    const auto unset =
        preferred ? cudaMemAdviseUnsetPreferredLocation : cudaMemAdviseUnsetAccessedBy;
    const cudaMemLocation location = preferred ? kHost : kDevice;
    advise(set, location);
    device_writes(data_);
    device_reads(data_);
    EXPECT_EQ(moves(), (Moves{.in_place = 10}));
    host_writes(data_);
    EXPECT_EQ(moves(), Moves());
    prefetch(kDevice);  // asked for, they move all the same
    device_reads(data_);
    EXPECT_EQ(moves(), (Moves{.prefetched_to_device = 5}));
    host_reads(data_);
    EXPECT_EQ(moves(), (Moves{.to_host = 5}));
    advise(unset, location);
    device_reads(data_);
    EXPECT_EQ(moves(), (Moves{.to_device = 5}));
    std::swap(data, data_);
    EXPECT_EQ(cudaFree(data), cudaSuccess);
  }
}

TEST_F(PageMigration, AtHomeOnTheHostTheDeviceTouchesFirst) {
  advise(cudaMemAdviseSetPreferredLocation, kHost);
  device_writes(data_);
  EXPECT_EQ(moves(), (Moves{.in_place = 5}));
  host_reads(data_);
  EXPECT_EQ(moves(), Moves());
}

TEST_F(PageMigration, TheHostNeverReachesTheDevicesMemory) {
  host_writes(data_);
  advise(cudaMemAdviseSetPreferredLocation, kDevice);
  advise(cudaMemAdviseSetAccessedBy, kHost);
  advise(cudaMemAdviseSetAccessedBy, kDevice);  // it is at home there
  device_writes(data_);
  EXPECT_EQ(moves(), (Moves{.to_device = 5}));
  host_reads(data_);
  EXPECT_EQ(moves(), (Moves{.to_host = 5}));
}

TEST_F(PageMigration, AdviceComesAfterWhatWasIssuedBefore) {
  host_writes(data_);
  device_writes(data_);  // may still run
  advise(cudaMemAdviseSetPreferredLocation, kHost);
  EXPECT_EQ(moves(), (Moves{.to_device = 5}));
}

TEST_F(PageMigration, MemsetIsTheDevices) {
  host_writes(data_);
  ASSERT_EQ(cudaMemset(data_, 0, 2 * kPage), cudaSuccess);
  ASSERT_EQ(cudaMemset2D(data_ + 2 * kPage, kPage, 0, 10, 2), cudaSuccess);
  EXPECT_EQ(moves(), (Moves{.to_device = 4}));
  std::memset(data_, 0, kBytes);
  EXPECT_EQ(moves(), (Moves{.to_host = 4}));
}

TEST_F(PageMigration, CopiesUsePagesWhereTheirKindSays) {
  std::vector<char> plain(kBytes);
  char* on_device = nullptr;
  ASSERT_EQ(cudaMalloc(&on_device, kBytes), cudaSuccess);
  device_writes(data_);
  const auto copy = [&](void* to, const void* from, cudaMemcpyKind kind) {
    EXPECT_EQ(cudaMemcpy(to, from, kBytes, kind), cudaSuccess);
    return moves();
  };
  EXPECT_EQ(copy(plain.data(), data_, cudaMemcpyDeviceToHost), Moves());
  EXPECT_EQ(copy(plain.data(), data_, cudaMemcpyDefault), Moves());
  EXPECT_EQ(copy(on_device, data_, cudaMemcpyHostToDevice), (Moves{.to_host = 5}));
  EXPECT_EQ(copy(data_, on_device, cudaMemcpyDeviceToHost), Moves());
  EXPECT_EQ(copy(data_, on_device, cudaMemcpyDefault), (Moves{.to_device = 5}));
  EXPECT_EQ(copy(data_, plain.data(), cudaMemcpyHostToDevice), Moves());
  EXPECT_EQ(copy(data_, plain.data(), cudaMemcpyHostToHost), (Moves{.to_host = 5}));
  // A copy that leaves it open takes them from their home.
  advise(cudaMemAdviseSetPreferredLocation, kHost);
  EXPECT_EQ(copy(on_device, data_, cudaMemcpyDefault), Moves());
  EXPECT_EQ(copy(on_device, data_, cudaMemcpyDeviceToDevice), (Moves{.in_place = 5}));
  advise(cudaMemAdviseUnsetPreferredLocation);
  EXPECT_EQ(copy(on_device, data_, cudaMemcpyDeviceToDevice), (Moves{.to_device = 5}));
  ASSERT_EQ(cudaMemcpyAsync(data_, plain.data(), kBytes, cudaMemcpyHostToHost), cudaSuccess);
  EXPECT_EQ(moves(), (Moves{.to_host = 5}));
  ASSERT_EQ(cudaMemcpy2D(data_, kPage, plain.data(), kPage, 8, 3, cudaMemcpyHostToDevice),
            cudaSuccess);
  EXPECT_EQ(moves(), (Moves{.to_device = 3}));
  EXPECT_EQ(cudaFree(on_device), cudaSuccess);
}

TEST_F(PageMigration, FreedMemoryIsNowhere) {
  device_writes(data_);
  advise(cudaMemAdviseSetPreferredLocation, kDevice);
  ASSERT_EQ(cudaFree(data_), cudaSuccess);
  ASSERT_EQ(cudaMallocManaged(&data_, kBytes), cudaSuccess);
  host_writes(data_);
  EXPECT_EQ(moves(), Moves());
}

TEST_F(PageMigration, HostFunctionsAreTheHosts) {
  device_writes(data_);
  ASSERT_EQ(cudaLaunchHostFunc(
                nullptr, [](void* data) { *static_cast<char*>(data) = 1; }, data_),
            cudaSuccess);
  device_reads(data_);
  EXPECT_EQ(moves(), (Moves{.to_device = 1, .to_host = 1}));
}

// The kernel comes first in the order of issue, whatever is done first.
__global__ void wait_for_host(int* flag, char* data) {
  cuda::atomic_ref<int, cuda::thread_scope_system> ref(*flag);
  data[0] = 1;
  while (ref.load(cuda::memory_order_acquire) == 0) {
  }
  data[1] = 1;
}

TEST_F(PageMigration, HostAndKernelAtTheSameTimeCountOnceEach) {
  int* flag = nullptr;
  ASSERT_EQ(cudaMallocHost(&flag, sizeof(int)), cudaSuccess);
  *flag = 0;
  host_writes(data_);
  wait_for_host<<<1, 1>>>(flag, data_);
  for (int i = 0; i < 10; ++i) data_[64 + i] = 1;
  cuda::atomic_ref<int, cuda::thread_scope_system>(*flag).store(1, cuda::memory_order_release);
  EXPECT_EQ(moves(), (Moves{.to_device = 1, .to_host = 1}));
  EXPECT_EQ(cudaFreeHost(flag), cudaSuccess);
}

TEST_F(PageMigration, TheOrderOfIssueCounts) {
  cudaStream_t one, other;
  ASSERT_EQ(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking), cudaSuccess);
  ASSERT_EQ(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking), cudaSuccess);
  int* flag = nullptr;
  ASSERT_EQ(cudaMallocHost(&flag, sizeof(int)), cudaSuccess);
  *flag = 0;
  host_writes(data_);
  wait_for_host<<<1, 1, 0, one>>>(flag, data_);
  // Done before the kernel, which is known to have come first.
  ASSERT_EQ(cudaMemPrefetchAsync(data_, kPage, kHost, 0, other), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(other), cudaSuccess);
  cuda::atomic_ref<int, cuda::thread_scope_system>(*flag).store(1, cuda::memory_order_release);
  EXPECT_EQ(moves(), (Moves{.to_device = 1, .prefetched_to_host = 1}));
  EXPECT_EQ(cudaFreeHost(flag), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(one), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(other), cudaSuccess);
}

__managed__ int variable = 1;
__managed__ char array[2 * kPage];

__global__ void use_variable() { variable += 1; }

// The first page of the variables, which share it: its place is known after a first use.
TEST_F(PageMigration, VariablesMoveToo) {
  variable = 5;
  use_variable<<<1, 1>>>();
  (void)moves();
  EXPECT_EQ(variable, 6);
  EXPECT_EQ(moves(), (Moves{.to_host = 1}));
  use_variable<<<1, 1>>>();
  EXPECT_EQ(moves(), (Moves{.to_device = 1}));
  ASSERT_EQ(cudaMemPrefetchAsync(&variable, sizeof variable, kHost, 0, nullptr), cudaSuccess);
  EXPECT_EQ(moves(), (Moves{.prefetched_to_host = 1}));
  EXPECT_EQ(variable, 7);
  std::memset(array, 1, sizeof array);
  EXPECT_EQ(moves(), Moves());
  device_writes(array, sizeof array);
  EXPECT_EQ(moves(), (Moves{.to_device = 2}));
}

}  // namespace
