// What the host, and operations, come after: by issue, order and waiting.
#include "operations/stream_order.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "base/address_map.h"
#include "memory/kernel_heap.h"

namespace simt {
namespace {

/// A copy that is issued behind the others, and done.
struct Issued {
  OperationPtr operation;
  TaskPtr task;
};
Issued issue_behind(const std::vector<TaskPtr>& after) {
  Issued issued;
  issued.operation = std::make_shared<Operation>();
  issued.operation->kind = OperationKind::kCopyInside;
  issued.operation->place.call.function = "copy";
  stream_order().issue(issued.operation, after);
  issued.task = submit([] {}, TaskKind::kCopy, 0, after, issued.operation);
  stream_order().complete(issued.operation);
  return issued;
}

TEST(HostOrder, ComesAfterWhatItHasWaitedForAndNotAfterTheNext) {
  const Issued first = issue_behind({});
  const Issued second = issue_behind({first.task}), third = issue_behind({second.task});
  EXPECT_FALSE(stream_order().happens_before_host(*first.operation));
  stream_order().host_has_waited_for(second.operation);
  EXPECT_TRUE(stream_order().happens_before_host(*first.operation));
  EXPECT_TRUE(stream_order().happens_before_host(*second.operation));
  EXPECT_FALSE(stream_order().happens_before_host(*third.operation));
  stream_order().host_has_waited_for(third.operation);
  EXPECT_TRUE(stream_order().happens_before_host(*third.operation));
}

TEST(HostOrder, OfOneStreamSaysNothingOfAnother) {
  const Issued one = issue_behind({}), other = issue_behind({});
  stream_order().host_has_waited_for(one.operation);
  EXPECT_TRUE(stream_order().happens_before_host(*one.operation));
  EXPECT_FALSE(stream_order().happens_before_host(*other.operation));
  stream_order().host_has_waited_for(stream_order().issued_so_far());
  EXPECT_TRUE(stream_order().happens_before_host(*other.operation));
}

TEST(OperationOrder, IsThatOfIssueAndOfWaiting) {
  const Issued first = issue_behind({}), other = issue_behind({});
  const Issued second = issue_behind({first.task});
  EXPECT_TRUE(second.operation->happens_after(*first.operation));
  EXPECT_FALSE(first.operation->happens_after(*second.operation));
  EXPECT_FALSE(other.operation->happens_after(*first.operation));
  EXPECT_FALSE(first.operation->happens_after(*other.operation));
  const Issued both = issue_behind({second.task, other.task});
  EXPECT_TRUE(both.operation->happens_after(*first.operation));
  EXPECT_TRUE(both.operation->happens_after(*other.operation));
  stream_order().host_has_waited_for(both.operation);
  EXPECT_TRUE(issue_behind({}).operation->happens_after(*both.operation));
  stream_order().host_has_waited_for(stream_order().issued_so_far());
}

TEST(OperationOrder, OfTwoBehindOneIsNone) {
  const Issued first = issue_behind({}), second = issue_behind({first.task});
  const Issued branch = issue_behind({first.task});  // not the last of its chain any more
  EXPECT_FALSE(branch.operation->happens_after(*second.operation));
  EXPECT_FALSE(second.operation->happens_after(*branch.operation));
  EXPECT_TRUE(branch.operation->happens_after(*first.operation));
  stream_order().host_has_waited_for(stream_order().issued_so_far());
}

// ---- what kernels free ----

TEST(HeapRelease, RacesWithUsesOfTheSameBytesThatNothingOrders) {
  static constexpr int kSite = 0;
  constexpr std::uintptr_t kAt = kHeapBase + (1 << 20);
  const Issued before = issue_behind({}), releases = issue_behind({before.task});
  const Issued behind = issue_behind({releases.task}), other = issue_behind({before.task});
  const auto race = [&](const Issued& user, std::uintptr_t offset) {
    return !stream_order().memory_race(user.operation, kAt + offset, Touch::kRead, nullptr).empty();
  };
  void* const memory = allocate_from_heap(64, &kSite);  // that reports have something to name
  EXPECT_NE(memory, nullptr);
  EXPECT_FALSE(race(other, 0));
  stream_order().record_heap_release(releases.operation, kAt, 64, nullptr);
  EXPECT_TRUE(race(other, 0));
  EXPECT_TRUE(race(other, 63));
  EXPECT_FALSE(race(other, 64));
  EXPECT_FALSE(race(other, ~std::uintptr_t{0}));  // the byte before
  EXPECT_FALSE(race(before, 0));
  EXPECT_FALSE(race(behind, 0));
  EXPECT_FALSE(race(releases, 0));
  // Of two that free the memory, the first is the one that has.
  stream_order().record_heap_release(behind.operation, kAt, 64, nullptr);
  EXPECT_FALSE(race(releases, 0));
  EXPECT_FALSE(race(behind, 0));
  stream_order().host_has_waited_for(stream_order().issued_so_far());
  EXPECT_FALSE(race(issue_behind({}), 0));
  stream_order().host_has_waited_for(stream_order().issued_so_far());
  EXPECT_TRUE(release_to_heap(memory, &kSite));
}

}  // namespace
}  // namespace simt
