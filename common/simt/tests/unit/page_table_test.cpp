// The table of pages, without a program: addresses that come back, and accesses across pages.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

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
  const PageMigrations before = page_migrations();
  allocate(kFirst + kManagedPage, 2);  // in the middle of what was one
  use(kFirst + kManagedPage, 2, Touch::kWrite, Side::kHost);
  EXPECT_EQ(page_migrations().to_host_by_fault, before.to_host_by_fault);
  use(kFirst + kManagedPage, 2, Touch::kWrite, Side::kDevice);
  EXPECT_EQ(page_migrations().to_device_by_fault, before.to_device_by_fault + 2);
  EXPECT_EQ(page_migrations().in_place, before.in_place);
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

void prefetch(Side side) { use(kFirst, 1, Touch::kPrefetch, side); }
std::uint8_t bits() {
  return page_table[page_at(kFirst)] & static_cast<std::uint8_t>(kOnHost | kOnDevice);
}

// All that a prefetch finds: where the page is, and whether copies may stay.
TEST(PageTable, PrefetchesMoveOnlyWhatIsElsewhere) {
  for (const bool is_read_mostly : {false, true}) {
    for (const Side side : {Side::kDevice, Side::kHost}) {
      for (const unsigned where : {0u, unsigned{kOnHost}, unsigned{kOnDevice}, 3u}) {
        if (where == 3 && !is_read_mostly) continue;
        SCOPED_TRACE(testing::Message() << is_read_mostly << " " << where);
        allocate(kFirst, 1);
        if (is_read_mostly) advise_pages({kFirst, 1, cudaMemAdviseSetReadMostly, false});
        if (where & kOnHost) use(kFirst, 1, Touch::kRead, Side::kHost);
        if (where & kOnDevice) use(kFirst, 1, Touch::kRead, Side::kDevice);
        ASSERT_EQ(bits(), where);
        const PageMigrations before = page_migrations();
        prefetch(side);
        const std::uint8_t there = side == Side::kHost ? kOnHost : kOnDevice;
        const bool moves = where != 0 && (where & there) == 0;
        EXPECT_EQ(page_migrations().to_device_by_prefetch,
                  before.to_device_by_prefetch + (moves && side == Side::kDevice));
        EXPECT_EQ(page_migrations().to_host_by_prefetch,
                  before.to_host_by_prefetch + (moves && side == Side::kHost));
        EXPECT_EQ(bits(), is_read_mostly ? where | there : there);
      }
    }
  }
}

TEST(PageTable, AdviceHoldsForAllPagesThatItTouches) {
  allocate(kFirst, 4);
  const std::uintptr_t second = kFirst + kManagedPage;
  const auto has_advice = [](std::size_t page) {
    return (page_table[page_at(kFirst) + page] & kReadMostly) != 0;
  };
  advise_pages({second, kManagedPage, cudaMemAdviseSetReadMostly, false});
  EXPECT_FALSE(has_advice(0));
  EXPECT_TRUE(has_advice(1));
  EXPECT_FALSE(has_advice(2));
  advise_pages({second - 1, kManagedPage + 2, cudaMemAdviseSetReadMostly, false});
  EXPECT_TRUE(has_advice(0));
  EXPECT_TRUE(has_advice(2));
  EXPECT_FALSE(has_advice(3));
}

/// The pages of what a kernel has used, from kFirst on.
std::vector<std::pair<std::size_t, std::size_t>> pages_of_ranges(const std::vector<Range>& ranges) {
  Footprint footprint;
  footprint.add(Touch::kRead, nullptr, ranges);
  std::vector<std::pair<std::size_t, std::size_t>> pages;
  for (const PageUse& page : pages_of(footprint, false)) {
    pages.emplace_back(page.first - page_at(kFirst), page.last - page_at(kFirst));
  }
  return pages;
}

TEST(PageTable, UsesAreOfWholePagesAndEachPageOnce) {
  using Pages = std::vector<std::pair<std::size_t, std::size_t>>;
  allocate(kFirst, 6);
  const auto at = [](std::size_t page, std::ptrdiff_t byte) {
    return kFirst + page * kManagedPage + static_cast<std::uintptr_t>(byte);
  };
  EXPECT_EQ(pages_of_ranges({{at(1, 0), at(2, 0)}}), (Pages{{1, 1}}));
  EXPECT_EQ(pages_of_ranges({{at(1, 0), at(2, 1)}}), (Pages{{1, 2}}));
  EXPECT_EQ(pages_of_ranges({{at(1, -1), at(2, 0)}}), (Pages{{0, 1}}));
  EXPECT_EQ(pages_of_ranges({{at(1, 0), at(1, 4)}, {at(1, 8), at(2, 0)}}), (Pages{{1, 1}}));
  EXPECT_EQ(pages_of_ranges({{at(1, 0), at(1, 4)}, {at(1, 8), at(2, 1)}}), (Pages{{1, 2}}));
  EXPECT_EQ(pages_of_ranges({{at(1, 0), at(1, 4)}, {at(2, 8), at(2, 9)}}), (Pages{{1, 2}}));
  EXPECT_EQ(pages_of_ranges({{at(1, 0), at(1, 4)}, {at(3, 0), at(3, 1)}}), (Pages{{1, 1}, {3, 3}}));
  EXPECT_EQ(page_at(kManagedBase - 1), kNoPage);
  EXPECT_EQ(page_at(kManagedBase), 0u);
  EXPECT_EQ(page_at(kManagedBase + kManagedBytes - 1), kHeapPages - 1);
  EXPECT_EQ(page_at(kManagedBase + kManagedBytes), kNoPage);
}

// Whatever its places in the code do with it.
TEST(PageTable, APageCountsOnceForAnOperation) {
  allocate(kFirst, 2);
  use(kFirst, 2, Touch::kWrite, Side::kHost);
  const PageMigrations before = page_migrations();
  const std::size_t page = page_at(kFirst);
  use_pages({{page, page + 1, Touch::kRead, Side::kDevice},
             {page, page, Touch::kWrite, Side::kDevice},
             {page + 1, page + 1, Touch::kRead, Side::kDevice}});
  EXPECT_EQ(page_migrations().to_device_by_fault, before.to_device_by_fault + 2);
  EXPECT_EQ(page_migrations().to_host_by_fault, before.to_host_by_fault);
}

}  // namespace
}  // namespace simt
