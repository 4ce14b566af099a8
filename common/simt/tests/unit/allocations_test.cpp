// Memory of the device and of the heap of kernels: how much there is, where it lies, and what it remembers.
#include <gtest/gtest.h>

#include "base/address_map.h"
#include "base/device.h"
#include "memory/accessibility.h"
#include "memory/allocations.h"
#include "memory/elements.h"
#include "memory/kernel_heap.h"
#include "races/global_shadow.h"

namespace simt {
namespace {

constexpr int kSite = 0;

std::uintptr_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

TEST(Heap, HoldsWhatItsLimitSaysAndNotAByteMore) {
  constexpr std::size_t kLimit = 1 << 20;
  release_all();
  ASSERT_TRUE(set_heap_limit(kLimit));
  EXPECT_EQ(allocate_from_heap(kLimit + 1, &kSite), nullptr);
  void* all = allocate_from_heap(kLimit, &kSite);
  ASSERT_NE(all, nullptr);
  EXPECT_EQ(allocate_from_heap(1, &kSite), nullptr);
  EXPECT_TRUE(release_to_heap(all, &kSite));
  void* most = allocate_from_heap(kLimit - 16, &kSite);
  EXPECT_EQ(allocate_from_heap(17, &kSite), nullptr);
  void* rest = allocate_from_heap(16, &kSite);
  ASSERT_NE(rest, nullptr);
  EXPECT_TRUE(release_to_heap(most, &kSite));
  EXPECT_TRUE(release_to_heap(rest, &kSite));
  EXPECT_FALSE(set_heap_limit(2 * kLimit));  // it has been used
  release_all();
  EXPECT_TRUE(set_heap_limit(2 * kLimit));
}

TEST(Heap, TellsHowManyBytesItHasGiven) {
  release_all();
  void* memory = allocate_from_heap(100, &kSite);
  EXPECT_EQ(bytes_on_heap(memory), 100u);
  EXPECT_EQ(bytes_on_heap(static_cast<char*>(memory) + 1), 0u);
  EXPECT_TRUE(release_to_heap(memory, &kSite));
  EXPECT_EQ(bytes_on_heap(memory), 100u);
  EXPECT_FALSE(release_to_heap(memory, &kSite));
  void* other = allocate(100, &kSite);
  EXPECT_EQ(bytes_on_heap(other), 0u);
  EXPECT_FALSE(release_to_heap(other, &kSite));
  EXPECT_TRUE(release(other, &kSite));
}

TEST(GlobalMemory, IsValidToTheLastByte) {
  for (const std::size_t bytes : {1u, 255u, 256u, 257u, 511u, 512u}) {
    const std::uintptr_t begin = address_of(allocate(bytes, &kSite));
    EXPECT_TRUE(global_access_is_valid(begin, 1));
    EXPECT_TRUE(global_access_is_valid(begin + bytes - 1, 1));
    EXPECT_FALSE(global_access_is_valid(begin + bytes, 1)) << bytes;
    EXPECT_FALSE(global_access_is_valid(begin - 1, 1));
    EXPECT_EQ(allocated_range(begin + bytes - 1).has_value(), true);
    EXPECT_FALSE(allocated_range(begin + bytes).has_value());
    const void* const last = reinterpret_cast<void*>(begin + bytes - 1);
    EXPECT_TRUE(is_device_range(last, 1));
    EXPECT_FALSE(is_device_range(last, 2));
    EXPECT_TRUE(find_allocation(last).has_value());
    EXPECT_FALSE(find_allocation(reinterpret_cast<void*>(begin + bytes)).has_value());
    EXPECT_TRUE(release(reinterpret_cast<void*>(begin), &kSite));
    EXPECT_FALSE(global_access_is_valid(begin, 1));
    EXPECT_FALSE(allocated_range(begin).has_value());
  }
}

// Addresses come back when all have been used: 16 GiB of the heap.
TEST(Heap, AddressesThatComeBackHaveNoUsers) {
  constexpr std::size_t kLarge = std::size_t{1} << 30, kGap = std::size_t{64} << 20;
  constexpr std::uintptr_t kBegin = kHeapBase + 256, kEnd = kHeapBase + kHeapBytes;
  release_all();
  ASSERT_TRUE(set_heap_limit(3 * kLarge));
  unit_of(kBegin).tag = unit_of(kBegin + 299).tag = 77;
  void* const first = allocate_from_heap(256, &kSite);
  std::uintptr_t next = address_of(first) + 256 + kGap;  // as large as the next one's
  EXPECT_TRUE(release_to_heap(first, &kSite));
  const auto use_up = [&](std::size_t bytes) {
    void* const memory = allocate_from_heap(bytes, &kSite);
    ASSERT_EQ(address_of(memory), next);
    ASSERT_TRUE(release_to_heap(memory, &kSite));
    next += bytes + kGap;
  };
  while (kEnd - next > 2 * kLarge) use_up(kLarge);
  use_up(kEnd - next - kGap);  // fits exactly
  ASSERT_EQ(unit_of(kBegin).tag, 77u);
  EXPECT_EQ(address_of(allocate_from_heap(300, &kSite)), kBegin);
  EXPECT_EQ(unit_of(kBegin).tag, 0u);
  EXPECT_EQ(unit_of(kBegin + 299).tag, 0u);
  // The next one comes behind it, with the gap between; and where one was freed, what fits.
  EXPECT_EQ(address_of(allocate_from_heap(1, &kSite)), kBegin + 1024);
  EXPECT_TRUE(release_to_heap(reinterpret_cast<void*>(kBegin), &kSite));
  unit_of(kBegin).tag = 77;
  EXPECT_EQ(address_of(allocate_from_heap(513, &kSite)), kBegin + 1024 + 768);
  EXPECT_EQ(address_of(allocate_from_heap(512, &kSite)), kBegin);
  EXPECT_EQ(unit_of(kBegin).tag, 0u);
  release_all();
}

// An index that is off by as much as the allocation has meets no other one.
TEST(GlobalMemory, HasGapsOfTheSizeOfAllocations) {
  const auto distance = [](std::size_t first_bytes, std::size_t second_bytes) {
    void* const first = allocate(first_bytes, &kSite);
    void* const second = allocate(second_bytes, &kSite);
    EXPECT_TRUE(release(first, &kSite));
    EXPECT_TRUE(release(second, &kSite));
    return address_of(second) - address_of(first) - first_bytes;
  };
  EXPECT_EQ(distance(512, 512), 512u);
  EXPECT_EQ(distance(4096, 512), 4096u);
  EXPECT_EQ(distance(512, 4096), 4096u);
  EXPECT_EQ(distance(4096, 1000), 4096u);
  EXPECT_EQ(distance(std::size_t{1} << 28, 512), std::size_t{64} << 20);
}

// It stays taken: to give so much back takes long.
TEST(DeviceMemory, HoldsWhatTheDeviceHasAndNotAByteMore) {
  release_all();
  EXPECT_EQ(reserve(device_memory_bytes() + 1, &kSite), nullptr);
  EXPECT_NE(reserve(device_memory_bytes() - 1, &kSite), nullptr);
  EXPECT_EQ(reserve(2, &kSite), nullptr);
  EXPECT_NE(reserve(1, &kSite), nullptr);
  EXPECT_EQ(allocated_bytes(), device_memory_bytes());
}

}  // namespace
}  // namespace simt
