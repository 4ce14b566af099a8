// Which accesses of a block's threads come before which, between two of its barriers.
#include "races/thread_order.h"

#include <gtest/gtest.h>

namespace simt {
namespace {

constexpr std::uintptr_t kFlag = 0x1000, kOtherFlag = 0x1004;
constexpr std::uint32_t kAll = ~0u;

/// Threads of warps 0, 1, 2 and 3.
constexpr unsigned kFirst = 5, kSecond = 37, kThird = 69, kFourth = 101;

class Order : public ThreadOrder {
 public:
  /// The warp has used memory, and orders that by a fence and a flag. @return the moment of the use
  std::uint32_t use_and_tell(unsigned warp, std::uintptr_t flag = kFlag) {
    mark_used(warp);
    const std::uint32_t when = clock(warp);
    send(warp, flag);
    return when;
  }
  void send(unsigned warp, std::uintptr_t flag = kFlag) {
    fence(warp, false);
    release(flag, warp);
  }
};

TEST(ThreadOrder, IsInAThreadAndNotBetweenTwo) {
  Order order;
  EXPECT_TRUE(order.ordered(kFirst, order.clock(0), kFirst));
  EXPECT_FALSE(order.ordered(kFirst, order.clock(0), kFirst + 1));
  EXPECT_FALSE(order.ordered(kFirst, order.clock(0), kSecond));
}

TEST(ThreadOrder, IsFromAFenceToAFlagToWhoLooks) {
  Order order;
  const std::uint32_t when = order.use_and_tell(0);
  EXPECT_FALSE(order.ordered(kFirst, when, kSecond));
  order.acquire(kOtherFlag, 1);
  EXPECT_FALSE(order.ordered(kFirst, when, kSecond));
  order.acquire(kFlag, 1);
  EXPECT_TRUE(order.ordered(kFirst, when, kSecond));
  EXPECT_TRUE(order.ordered(kFirst + 1, when, kSecond + 1));  // for the whole warps
  EXPECT_FALSE(order.ordered(kFirst, when, kThird));
  EXPECT_FALSE(order.ordered(kSecond, order.clock(1), kFirst));
}

TEST(ThreadOrder, IsOfWhatCameBeforeTheFence) {
  Order order;
  order.use_and_tell(0);
  order.mark_used(0);
  const std::uint32_t later = order.clock(0);
  order.acquire(kFlag, 1);
  EXPECT_FALSE(order.ordered(kFirst, later, kSecond));
  EXPECT_TRUE(order.ordered(kFirst, later - 1, kSecond));
  order.send(0);
  order.acquire(kFlag, 1);
  EXPECT_TRUE(order.ordered(kFirst, later, kSecond));
}

TEST(ThreadOrder, NeedsAFenceBeforeTheFlag) {
  Order order;
  order.mark_used(0);
  const std::uint32_t when = order.clock(0);
  order.release(kFlag, 0);
  order.acquire(kFlag, 1);
  order.fence(0, false);
  EXPECT_FALSE(order.ordered(kFirst, when, kSecond));
  order.release(kFlag, 0);
  order.acquire(kFlag, 1);
  EXPECT_TRUE(order.ordered(kFirst, when, kSecond));
}

// What a warp has seen it hands on with its own fence and flag, however many do so in turn.
TEST(ThreadOrder, IsHandedOn) {
  Order order;
  const std::uint32_t when = order.use_and_tell(0, kFlag);
  order.acquire(kFlag, 1);
  order.send(1, kOtherFlag);
  order.acquire(kOtherFlag, 2);
  EXPECT_TRUE(order.ordered(kFirst, when, kThird));
  order.send(2, kFlag + 8);
  order.acquire(kFlag + 8, 3);
  EXPECT_TRUE(order.ordered(kFirst, when, kFourth));
}

TEST(ThreadOrder, IsNotHandedOnByAFenceThatCameTooEarly) {
  Order order;
  const std::uint32_t when = order.use_and_tell(0, kFlag);
  order.fence(1, false);
  order.acquire(kFlag, 1);
  order.release(kOtherFlag, 1);
  order.acquire(kOtherFlag, 2);
  EXPECT_FALSE(order.ordered(kFirst, when, kThird));
}

TEST(ThreadOrder, OfOneFlagKnowsTheLastOfEachWarp) {
  Order order;
  const std::uint32_t first = order.use_and_tell(0), second = order.use_and_tell(1);
  order.acquire(kFlag, 2);
  EXPECT_TRUE(order.ordered(kFirst, first, kThird));
  EXPECT_TRUE(order.ordered(kSecond, second, kThird));
  order.acquire(kOtherFlag, 2);  // another flag takes nothing away
  EXPECT_TRUE(order.ordered(kFirst, first, kThird));
}

TEST(ThreadOrder, IsBetweenTheLanesThatHaveSynchronized) {
  Order order;
  order.mark_used(0);
  const std::uint32_t when = order.clock(0);
  order.sync_warp(0, 0b11, false);
  EXPECT_TRUE(order.ordered(0, when, 1));
  EXPECT_TRUE(order.ordered(1, when, 0));
  EXPECT_FALSE(order.ordered(0, when, 2));
  EXPECT_FALSE(order.ordered(2, when, 0));
  EXPECT_FALSE(order.ordered(0, when, 32));
  order.mark_used(0);
  const std::uint32_t later = order.clock(0);
  EXPECT_FALSE(order.ordered(0, later, 1));
  order.sync_warp(0, kAll, true);
  EXPECT_TRUE(order.ordered(0, later, 1));
  EXPECT_TRUE(order.ordered(0, later, 31));
  EXPECT_FALSE(order.ordered(0, order.clock(0), 31));
}

TEST(ThreadOrder, IsBetweenWarpsThatHaveMet) {
  Order order;
  order.mark_used(0);
  order.mark_used(2);
  const std::uint32_t first = order.clock(0), third = order.clock(2);
  order.sync_warps(0b011);
  EXPECT_TRUE(order.ordered(kFirst, first, kSecond));
  EXPECT_TRUE(order.ordered(kFirst, first, kFirst + 1));
  EXPECT_FALSE(order.ordered(kFirst, first, kThird));
  EXPECT_FALSE(order.ordered(kThird, third, kFirst));
  EXPECT_FALSE(order.ordered(kFirst, order.clock(0), kSecond));
}

TEST(ThreadOrder, KnowsTheFencesForTheDevice) {
  Order order;
  EXPECT_EQ(order.fenced(0), 0u);
  order.fence(0, false);
  EXPECT_TRUE(order.has_fences());
  EXPECT_FALSE(order.has_device_fences());
  EXPECT_EQ(order.fenced(0), 0u);
  order.mark_used(0);
  const std::uint32_t when = order.clock(0);
  order.fence(0, true);
  EXPECT_TRUE(order.has_device_fences());
  EXPECT_EQ(order.fenced(0), when + 1);
  EXPECT_EQ(order.fenced(1), 0u);
}

TEST(ThreadOrder, BeginsAnewAtTheBarrier) {
  Order order;
  const std::uint32_t when = order.use_and_tell(0);
  order.sync_warp(3, 0b11, false);
  order.begin_interval();
  EXPECT_FALSE(order.has_fences());
  EXPECT_EQ(order.clock(0), 0u);
  order.acquire(kFlag, 1);
  EXPECT_FALSE(order.ordered(kFirst, when, kSecond));
  EXPECT_FALSE(order.ordered(96, 0, 97));
}

}  // namespace
}  // namespace simt
