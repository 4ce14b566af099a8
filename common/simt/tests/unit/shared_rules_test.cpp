// The one rule for uses of shared memory, in a block and between the blocks of a cluster.
#include "races/shared_rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <string>

namespace simt {
namespace {

constexpr SharedUse kUses[] = {SharedUse::kRead, SharedUse::kStrongRead, SharedUse::kWrite,
                               SharedUse::kUpdate};

/// Which of the earlier uses are unordered.
std::string found(SharedUse use, std::initializer_list<SharedUse> unordered) {
  std::string deferred, overwritten;
  const auto is_there = [&](SharedUse kind) {
    return std::find(unordered.begin(), unordered.end(), kind) != unordered.end();
  };
  const auto find = [&](SharedUse earlier) -> std::optional<Race> {
    if (!is_there(earlier)) return {};
    return Race{{static_cast<unsigned>(earlier), op_of(earlier), nullptr}, {9, Op::kLoad, nullptr}};
  };
  const auto name = [](const Race& race) {
    return std::string(1, "rswu"[race.earlier.thread.thread()]);
  };
  const auto race = find_race(
      use, find,
      [&](SharedUse earlier) {
        if (is_there(earlier)) deferred += " deferred " + name(*find(earlier));
      },
      [&](const Race& write, const Race* other) {
        overwritten = " over " + name(write) + (other != nullptr ? " or " + name(*other) : "");
      });
  return (race.has_value() ? name(*race) : "-") + deferred + overwritten;
}

TEST(SharedRules, ConflictsAreTheSameInBothOrders) {
  for (const SharedUse a : kUses) {
    for (const SharedUse b : kUses) EXPECT_EQ(conflict(a, b), conflict(b, a));
  }
}

TEST(SharedRules, ReadsAndAtomicsAmongThemselvesAreNone) {
  for (const SharedUse a : {SharedUse::kRead, SharedUse::kStrongRead}) {
    for (const SharedUse b : {SharedUse::kRead, SharedUse::kStrongRead}) {
      EXPECT_EQ(conflict(a, b), Conflict::kNone);
    }
  }
  EXPECT_EQ(conflict(SharedUse::kUpdate, SharedUse::kUpdate), Conflict::kNone);
  EXPECT_EQ(conflict(SharedUse::kUpdate, SharedUse::kStrongRead), Conflict::kNone);
}

TEST(SharedRules, OfSeveralRacesTheOneWithAnAtomicOperationComesFirst) {
  const auto all = {SharedUse::kRead, SharedUse::kStrongRead, SharedUse::kWrite,
                    SharedUse::kUpdate};
  EXPECT_EQ(found(SharedUse::kRead, all), "w deferred u");
  EXPECT_EQ(found(SharedUse::kStrongRead, all), "w");
  EXPECT_EQ(found(SharedUse::kUpdate, all), "w");
  EXPECT_EQ(found(SharedUse::kWrite, all), "u");
}

TEST(SharedRules, AWriteOverAWriteRacesIfTheValueChangesOrSomebodyReads) {
  using enum SharedUse;
  EXPECT_EQ(found(kWrite, {kWrite}), "- over w");
  EXPECT_EQ(found(kWrite, {kWrite, kRead, kStrongRead}), "- over w or r");
  EXPECT_EQ(found(kWrite, {kWrite, kStrongRead}), "- over w or s");
  EXPECT_EQ(found(kWrite, {kStrongRead}), "s");
  EXPECT_EQ(found(kWrite, {kRead}), "r");
}

TEST(SharedRules, WhatACompareAndSwapMayVerifyIsDeferred) {
  EXPECT_EQ(found(SharedUse::kRead, {SharedUse::kUpdate}), "- deferred u");
  EXPECT_EQ(found(SharedUse::kUpdate, {SharedUse::kRead}), "- deferred r");
  EXPECT_EQ(found(SharedUse::kUpdate, {SharedUse::kStrongRead, SharedUse::kUpdate}), "-");
}

TEST(ClusterThread, IsOfTheBlockOrOfAnotherOne) {
  const ClusterThread own(1023), other = ClusterThread::of_other(2, 6);
  EXPECT_FALSE(own.is_of_other());
  EXPECT_EQ(own.thread(), 1023u);
  EXPECT_TRUE(other.is_of_other());
  EXPECT_EQ(other.thread(), 6u);
  EXPECT_EQ(other.rank(), 2u);
  EXPECT_TRUE(ClusterThread::of_other(0, 0).is_of_other());
  EXPECT_NE(other, ClusterThread(6));
}

}  // namespace
}  // namespace simt
