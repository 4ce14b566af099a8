// Managed memory: allocations and variables that host and kernels share, and hints about them.
// supports: memory: managed memory with advice and prefetching
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <vector>

#include "../device_test.cuh"

__managed__ int shared_counter = 5;
__device__ __managed__ float shared_table[4] = {1, 2, 3, 4};
static __managed__ long long total;

namespace {

struct Point {
  int x, y;
};
__managed__ Point points[3];
__device__ __managed__ int* list;

__global__ void use_variables() {
  shared_counter += 1;
  shared_table[2] *= 10;
  total = 1ll << 40;
  points[1] = {7, 8};
  list[3] = points[0].x;
}

TEST(ManagedVariables, AreSharedByHostAndKernels) {
  EXPECT_EQ(shared_counter, 5);
  shared_counter = 41;
  points[0].x = 99;
  ASSERT_EQ(cudaMallocManaged(&list, 4 * sizeof(int)), cudaSuccess);
  use_variables<<<1, 1>>>();
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(shared_counter, 42);
  EXPECT_EQ(shared_table[2], 30.0f);
  EXPECT_EQ(total, 1ll << 40);
  EXPECT_EQ(points[1].y, 8);
  EXPECT_EQ(list[3], 99);
  // As symbols.
  const int seven = 7;
  ASSERT_EQ(cudaMemcpyToSymbol(shared_counter, &seven, sizeof seven), cudaSuccess);
  EXPECT_EQ(shared_counter, 7);
  EXPECT_EQ(cudaFree(list), cudaSuccess);
}

struct Node {
  int value;
  Node* next;
};

__global__ void add_to_all(Node* node) {
  for (; node != nullptr; node = node->next) node->value += 10;
}

TEST(ManagedMemory, HoldsLinkedStructures) {
  for (const unsigned flags : {cudaMemAttachGlobal, cudaMemAttachHost}) {
    Node* nodes = nullptr;
    ASSERT_EQ(cudaMallocManaged(&nodes, 3 * sizeof(Node), flags), cudaSuccess);
    for (int i = 0; i < 3; ++i) nodes[i] = {i, i < 2 ? nodes + i + 1 : nullptr};
    add_to_all<<<1, 1>>>(nodes);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(nodes[i].value, i + 10);
    EXPECT_EQ(cudaFree(nodes), cudaSuccess);
  }
}

TEST(ManagedMemory, Refuses) {
  int* data = nullptr;
  EXPECT_EQ(cudaMallocManaged(&data, 0), cudaSuccess);
  EXPECT_EQ(cudaMallocManaged(&data, 64, 3), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocManaged(&data, 64, cudaMemAttachSingle), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMallocManaged(&data, std::size_t{1} << 50), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
}

constexpr std::size_t kBytes = 4 << 20;
constexpr cudaMemLocation kDevice = {cudaMemLocationTypeDevice, 0};
constexpr cudaMemLocation kHost = {cudaMemLocationTypeHost, 0};

int attribute(cudaMemRangeAttribute which, const void* data, std::size_t bytes = kBytes) {
  int value = 12345;
  EXPECT_EQ(cudaMemRangeGetAttribute(&value, sizeof value, which, data, bytes), cudaSuccess);
  return value;
}

class ManagedHints : public testing::Test {
 protected:
  void SetUp() override {
    int supported = 0;
    ASSERT_EQ(cudaDeviceGetAttribute(&supported, cudaDevAttrConcurrentManagedAccess, 0),
              cudaSuccess);
    if (!supported) GTEST_SKIP() << "needs concurrent managed access";
    ASSERT_EQ(cudaMallocManaged(&data_, kBytes), cudaSuccess);
  }
  void TearDown() override {
    cudaFree(data_);
    cudaGetLastError();
  }
  char* data_ = nullptr;
};

TEST_F(ManagedHints, PrefetchedLocations) {
  EXPECT_EQ(attribute(cudaMemRangeAttributeLastPrefetchLocation, data_), cudaInvalidDeviceId);
  ASSERT_EQ(cudaMemPrefetchAsync(data_, kBytes, kDevice, 0, nullptr), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(attribute(cudaMemRangeAttributeLastPrefetchLocation, data_), 0);
  EXPECT_EQ(attribute(cudaMemRangeAttributeLastPrefetchLocationType, data_),
            cudaMemLocationTypeDevice);
  EXPECT_EQ(attribute(cudaMemRangeAttributeLastPrefetchLocationId, data_), 0);
  // One half elsewhere: the whole has no location any more.
  ASSERT_EQ(cudaMemPrefetchAsync(data_, kBytes / 2, kHost, 0, nullptr), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(attribute(cudaMemRangeAttributeLastPrefetchLocation, data_, kBytes / 2),
            cudaCpuDeviceId);
  EXPECT_EQ(attribute(cudaMemRangeAttributeLastPrefetchLocation, data_ + kBytes / 2, kBytes / 2),
            0);
  EXPECT_EQ(attribute(cudaMemRangeAttributeLastPrefetchLocation, data_), cudaInvalidDeviceId);
}

TEST_F(ManagedHints, Advice) {
  EXPECT_EQ(attribute(cudaMemRangeAttributeReadMostly, data_), 0);
  EXPECT_EQ(attribute(cudaMemRangeAttributePreferredLocation, data_), cudaInvalidDeviceId);
  ASSERT_EQ(cudaMemAdvise(data_, kBytes, cudaMemAdviseSetReadMostly, kDevice), cudaSuccess);
  EXPECT_EQ(attribute(cudaMemRangeAttributeReadMostly, data_), 1);
  ASSERT_EQ(cudaMemAdvise(data_, kBytes / 2, cudaMemAdviseUnsetReadMostly, kDevice), cudaSuccess);
  EXPECT_EQ(attribute(cudaMemRangeAttributeReadMostly, data_), 0);
  EXPECT_EQ(attribute(cudaMemRangeAttributeReadMostly, data_ + kBytes / 2, kBytes / 2), 1);

  ASSERT_EQ(cudaMemAdvise(data_, kBytes, cudaMemAdviseSetPreferredLocation, kHost), cudaSuccess);
  EXPECT_EQ(attribute(cudaMemRangeAttributePreferredLocation, data_), cudaCpuDeviceId);
  EXPECT_EQ(attribute(cudaMemRangeAttributePreferredLocationType, data_), cudaMemLocationTypeHost);
  ASSERT_EQ(cudaMemAdvise(data_, kBytes, cudaMemAdviseSetPreferredLocation, kDevice), cudaSuccess);
  EXPECT_EQ(attribute(cudaMemRangeAttributePreferredLocation, data_), 0);
  ASSERT_EQ(cudaMemAdvise(data_, kBytes, cudaMemAdviseUnsetPreferredLocation, kDevice),
            cudaSuccess);
  EXPECT_EQ(attribute(cudaMemRangeAttributePreferredLocation, data_), cudaInvalidDeviceId);

  int accessors[3];
  ASSERT_EQ(cudaMemRangeGetAttribute(accessors, sizeof accessors, cudaMemRangeAttributeAccessedBy,
                                     data_, kBytes),
            cudaSuccess);
  EXPECT_EQ(accessors[0], cudaInvalidDeviceId) << "no other advice says so";
  ASSERT_EQ(cudaMemAdvise(data_, kBytes, cudaMemAdviseSetAccessedBy, kDevice), cudaSuccess);
  ASSERT_EQ(cudaMemRangeGetAttribute(accessors, sizeof accessors, cudaMemRangeAttributeAccessedBy,
                                     data_, kBytes),
            cudaSuccess);
  EXPECT_EQ(accessors[0], 0);
  EXPECT_EQ(accessors[1], cudaInvalidDeviceId);
  EXPECT_EQ(accessors[2], cudaInvalidDeviceId);
  ASSERT_EQ(cudaMemAdvise(data_, kBytes, cudaMemAdviseUnsetAccessedBy, kDevice), cudaSuccess);
  ASSERT_EQ(cudaMemRangeGetAttribute(accessors, sizeof accessors, cudaMemRangeAttributeAccessedBy,
                                     data_, kBytes),
            cudaSuccess);
  EXPECT_EQ(accessors[0], cudaInvalidDeviceId);
}

TEST_F(ManagedHints, SeveralAttributesAtOnce) {
  ASSERT_EQ(cudaMemAdvise(data_, kBytes, cudaMemAdviseSetReadMostly, kDevice), cudaSuccess);
  int read_mostly = -1, preferred = -1;
  void* values[] = {&read_mostly, &preferred};
  std::size_t sizes[] = {sizeof(int), sizeof(int)};
  cudaMemRangeAttribute which[] = {cudaMemRangeAttributeReadMostly,
                                   cudaMemRangeAttributePreferredLocation};
  ASSERT_EQ(cudaMemRangeGetAttributes(values, sizes, which, 2, data_, kBytes), cudaSuccess);
  EXPECT_EQ(read_mostly, 1);
  EXPECT_EQ(preferred, cudaInvalidDeviceId);
}

TEST_F(ManagedHints, AreRefusedForOtherMemory) {
  int* device = nullptr;
  ASSERT_EQ(cudaMalloc(&device, kBytes), cudaSuccess);
  EXPECT_EQ(cudaMemPrefetchAsync(device, kBytes, kDevice, 0, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemAdvise(device, kBytes, cudaMemAdviseSetReadMostly, kDevice),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemPrefetchAsync(data_, 0, kDevice, 0, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemPrefetchAsync(data_, kBytes, {cudaMemLocationTypeDevice, 1000}, 0, nullptr),
            cudaErrorInvalidDevice);
  EXPECT_EQ(cudaMemPrefetchAsync(data_, kBytes, kDevice, 1, nullptr), cudaErrorInvalidValue);
  int value = 0;
  EXPECT_EQ(cudaMemRangeGetAttribute(&value, 2, cudaMemRangeAttributeReadMostly, data_, kBytes),
            cudaErrorInvalidValue);
  cudaFree(device);
}

TEST_F(ManagedHints, AttachedToAStream) {
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  EXPECT_EQ(cudaStreamAttachMemAsync(stream, data_), cudaSuccess);
  EXPECT_EQ(cudaStreamAttachMemAsync(stream, data_, 0, cudaMemAttachHost), cudaSuccess);
  EXPECT_EQ(cudaStreamAttachMemAsync(stream, data_, kBytes, cudaMemAttachGlobal), cudaSuccess);
  EXPECT_EQ(cudaStreamAttachMemAsync(stream, data_, 0, 8), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

}  // namespace
