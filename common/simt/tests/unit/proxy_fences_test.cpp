// Whether a proxy fence lies between what a thread stores and a bulk copy that reads it: wherever on the path it is.
#include "execution/block/watch/proxy_fences.h"

#include <gtest/gtest.h>

#include "base/address_map.h"

namespace simt {
namespace {

constexpr std::uintptr_t kFlag = kSharedBase + 0x100;
constexpr unsigned kWriter = 5, kOther = 40, kCopier = 70;

const void* line(unsigned number) { return reinterpret_cast<const void*>(std::uintptr_t{number}); }

class Fences : public testing::Test {
 protected:
  Fences() {
    check_.begin_block();
    fences_.begin_block();
  }
  void store(unsigned thread, unsigned word = 0) {
    fences_.store(kSharedBase + 4 * word, 4, thread, line(thread + 1));
  }
  /// As proxy_fence() of device code: the timestamp advances behind it.
  void fence(unsigned thread) {
    fences_.fence(thread);
    check_.fence(thread);
  }
  void flag(unsigned from, unsigned to) {
    check_.release(kFlag, from, true, true);
    check_.acquire(kFlag, to, true);
  }
  bool is_fenced(unsigned thread = kCopier, unsigned word = 0) const {
    return fences_.find_unfenced(kSharedBase + 4 * word, 4, thread) == nullptr;
  }

  SharedCheck check_{kSharedBase};
  ProxyFences fences_{kSharedBase, check_};
};

TEST_F(Fences, ABarrierIsNone) {
  store(kWriter);
  check_.barrier();
  ASSERT_FALSE(is_fenced());
  EXPECT_EQ(fences_.find_unfenced(kSharedBase, 4, kCopier)->thread, kWriter);
  EXPECT_TRUE(is_fenced(kCopier, 1)) << "nobody has stored there";
}

TEST_F(Fences, OfTheWriterBehindItsStore) {
  store(kWriter);
  fence(kWriter);
  check_.barrier();
  EXPECT_TRUE(is_fenced());
}

TEST_F(Fences, OfTheWriterInFrontOfItsStore) {
  fence(kWriter);
  store(kWriter);
  check_.barrier();
  EXPECT_FALSE(is_fenced());
}

TEST_F(Fences, OfTheWriterWithoutABarrier) {
  store(kWriter);
  fence(kWriter);
  EXPECT_FALSE(is_fenced());
}

TEST_F(Fences, OfTheCopierBehindTheBarrier) {
  store(kWriter);
  check_.barrier();
  fence(kCopier);
  EXPECT_TRUE(is_fenced());
}

TEST_F(Fences, OfTheCopierInFrontOfTheBarrier) {
  store(kWriter);
  fence(kCopier);
  check_.barrier();
  EXPECT_FALSE(is_fenced());
}

TEST_F(Fences, OfAThirdBetweenTwoFlags) {
  for (const bool fences : {true, false}) {
    store(kWriter, fences);
    flag(kWriter, kOther);
    if (fences) fence(kOther);
    flag(kOther, kCopier);
    EXPECT_EQ(is_fenced(kCopier, fences), fences);
  }
}

TEST_F(Fences, AnOlderOneOfManyCounts) {
  store(kWriter);
  fence(kWriter);
  flag(kWriter, kCopier);
  for (unsigned i = 0; i < 10; ++i) {  // of later stages, which the copier does not know yet
    store(kWriter, 1);
    fence(kWriter);
  }
  EXPECT_TRUE(is_fenced());
}

TEST_F(Fences, WhatABulkCopyHasWrittenNeedsNone) {
  store(kWriter);
  fences_.bulk_store(kSharedBase, 16);
  check_.barrier();
  EXPECT_TRUE(is_fenced());
}

TEST_F(Fences, AreOfOneBlock) {
  store(kWriter);
  check_.begin_block();
  fences_.begin_block();
  EXPECT_TRUE(is_fenced());
}

}  // namespace
}  // namespace simt
