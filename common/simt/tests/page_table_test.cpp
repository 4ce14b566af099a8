// The table of pages, without a program: addresses that come back, and accesses across pages.
#include <gtest/gtest.h>

#include "memory/pages.h"

namespace simt {
namespace {

constexpr std::uintptr_t kFirst = kManagedBase + 16 * kManagedPage;

void allocate(std::uintptr_t address, std::size_t pages) {
  add_managed_allocation(reinterpret_cast<void*>(address), pages * kManagedPage, &page_table);
}
void use(std::uintptr_t address, std::size_t pages, Touch touch, Side side) {
  use_pages({{page_at(address), page_at(address) + pages - 1, touch, side}});
}

// All of them have been handed out once before any comes back, which takes a program long.
TEST(PageTable, AddressesThatComeBackBeginAnew) {
  allocate(kFirst, 3);
  use(kFirst, 3, Touch::kWrite, Side::kDevice);
  advise_pages({kFirst, 3 * kManagedPage, cudaMemAdviseSetPreferredLocation, false});
  const PageMoves before = page_moves();
  allocate(kFirst + kManagedPage, 2);  // in the middle of what was one
  use(kFirst + kManagedPage, 2, Touch::kWrite, Side::kHost);
  EXPECT_EQ(page_moves().to_host_by_fault, before.to_host_by_fault);
  use(kFirst + kManagedPage, 2, Touch::kWrite, Side::kDevice);
  EXPECT_EQ(page_moves().to_device_by_fault, before.to_device_by_fault + 2);
  EXPECT_EQ(page_moves().in_place, before.in_place);
}

TEST(PageTable, HostAccessesThatChangeNothing) {
  allocate(kFirst, 3);
  use(kFirst, 2, Touch::kWrite, Side::kHost);
  const std::uintptr_t second = kFirst + kManagedPage, third = second + kManagedPage;
  EXPECT_TRUE(host_may_use_pages(second - 2, 4, true));
  EXPECT_TRUE(host_may_use_pages(kFirst, 2 * kManagedPage, true));
  EXPECT_FALSE(host_may_use_pages(third - 1, 2, false));
  EXPECT_FALSE(host_may_use_pages(kFirst, 2 * kManagedPage + 1, false));
  // A copy on the device: a write would have to drop it.
  advise_pages({kFirst, 1, cudaMemAdviseSetReadMostly, false});
  use(kFirst, 1, Touch::kRead, Side::kDevice);
  EXPECT_TRUE(host_may_use_pages(kFirst, 4, false));
  EXPECT_FALSE(host_may_use_pages(kFirst, 4, true));
  EXPECT_TRUE(host_may_use_pages(second, 4, true));
  // Not managed.
  EXPECT_TRUE(host_may_use_pages(kPinnedBase, 4, true));
  EXPECT_TRUE(host_may_use_pages(reinterpret_cast<std::uintptr_t>(&page_table), 4, true));
}

}  // namespace
}  // namespace simt
