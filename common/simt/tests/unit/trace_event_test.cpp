// What a lane records: every part of a key and of an address comes back, and keys sort as the replay
// wants them.
#include "base/trace_event.h"
#include "base/worker.h"

#include <gtest/gtest.h>

namespace simt {
namespace {

const void* at(std::uintptr_t pc) { return reinterpret_cast<const void*>(pc); }

TEST(Access, KeepsKindPlaceWidthAndStrength) {
  for (const Op op : {Op::kLoad, Op::kStore, Op::kAtomic, Op::kBlock}) {
    for (const Space space : {Space::kGlobal, Space::kShared, Space::kConstant, Space::kTexture,
                              Space::kLocal, Space::kDistributed}) {
      for (const unsigned bytes : {0u, 1u, 2u, 4u, 8u, 16u}) {
        for (const bool strong : {false, true}) {
          const Access access(op, space, bytes, strong);
          const Access packed(access.bits);
          EXPECT_EQ(packed.op(), op);
          EXPECT_EQ(packed.space(), space);
          EXPECT_EQ(packed.bytes(), bytes);
          EXPECT_EQ(packed.strong(), strong);
          EXPECT_LT(access.bits, 1u << 16) << "there is no room for more in a key";
          EXPECT_EQ(packed.is_mask_query(),
                    op == Op::kBlock && space == Space::kGlobal && bytes == 1 && !strong);
        }
      }
    }
  }
  EXPECT_FALSE(Access(Op::kLoad, Space::kGlobal, 4).strong());
}

TEST(Key, HasDepthProgramCounterAndAccess) {
  const Access access(Op::kStore, Space::kShared, 16, true);
  const std::uint64_t key = event_key(0x7ff8, at(0x8765'4321), access);
  EXPECT_EQ(pc_of(key), at(0x8765'4321));
  EXPECT_EQ(access_of(key).bits, access.bits);
  EXPECT_EQ(key >> 48, 0x7ff8u / 8);
  // A site is the place in the code, however deep the stack is there.
  EXPECT_EQ(site_of(key), site_of(event_key(0x10, at(0x8765'4321), access)));
  EXPECT_NE(site_of(key), site_of(event_key(0x7ff8, at(0x8765'4322), access)));
  EXPECT_NE(site_of(key), site_of(event_key(0x7ff8, at(0x8765'4321), Access(access.bits - 1))));
  EXPECT_EQ(pc_of(site_of(key)), at(0x8765'4321));
  EXPECT_EQ(pc_of(event_key(0, at(0xffff'ffff), access)), at(0xffff'ffff));
}

TEST(Key, SortsTheDeepestFrameFirstThenTheLowestProgramCounter) {
  const Access load(Op::kLoad, Space::kGlobal, 4), store(Op::kStore, Space::kDistributed, 16, true);
  EXPECT_LT(event_key(0x100, at(0xffff'ffff), store), event_key(0x108, at(1), load));
  EXPECT_LT(event_key(0x100, at(0x1000), store), event_key(0x100, at(0x1001), load));
}

TEST(Key, OfLocalMemoryIsTheArraysToo) {
  const std::uint64_t key = event_key(0x7ff8, at(0x8765'4321), Access(Op::kLoad, Space::kLocal, 4));
  const std::uint64_t site = local_site_of(key, std::uint64_t{0x7fff} << 32 | 0xffff'fff0);
  EXPECT_EQ(array_number_of(site), 0x7fffu);
  EXPECT_EQ(site_of(site), site_of(key));
  EXPECT_EQ(local_site_of(key, std::uint64_t{5} << 32 | 8),
            local_site_of(key, std::uint64_t{5} << 32));
  EXPECT_NE(local_site_of(key, std::uint64_t{5} << 32), local_site_of(key, std::uint64_t{6} << 32));
}

TEST(Address, HasRoomForAMarkAndAHash) {
  EXPECT_EQ(kSeen, std::uint64_t{1} << 47);
  EXPECT_EQ(kAddressMask, 0x7fff'ffff'ffffu);
  EXPECT_EQ(std::uint64_t{0xffff} << kHashShift & (kSeen | kAddressMask), 0u);
  EXPECT_EQ(~(std::uint64_t{0xffff} << kHashShift), kSeen | kAddressMask);
}

TEST(Recorder, IsPendingWhileAStoreOrAVolatileLoadIsAboutToHappen) {
  Recorder one{};
  TraceEvent event{};
  one.last = &event;
  EXPECT_FALSE(one.is_pending());
  one.last = nullptr;
  one.stores = &event;
  EXPECT_TRUE(one.is_pending());
  one.stores = nullptr;
  one.acquires = 64;
  EXPECT_TRUE(one.is_pending());
}

TEST(Recorder, HasRoomInsideOfItsBuffer) {
  TraceEvent buffer[kLaneEvents];
  Recorder one{};
  one.cursor = buffer;
  one.last = buffer + kLaneEvents - 1;
  EXPECT_TRUE(one.has_room());
  EXPECT_TRUE(one.has_room_for(kLaneEvents));
  EXPECT_FALSE(one.has_room_for(kLaneEvents + 1));
  one.cursor = one.last;
  EXPECT_TRUE(one.has_room());
  EXPECT_TRUE(one.has_room_for(1));
  EXPECT_FALSE(one.has_room_for(2));
  one.cursor = one.last + 1;
  EXPECT_FALSE(one.has_room());
  EXPECT_FALSE(one.has_room_for(1));
}

TEST(Recorder, HasNoRoomOutsideOfAKernelOrWhilePending) {
  TraceEvent buffer[kLaneEvents];
  Recorder one{};
  EXPECT_FALSE(one.has_room());
  one.last = buffer + kLaneEvents - 1;
  EXPECT_FALSE(one.has_room());
  one.cursor = buffer;
  one.last = nullptr;
  EXPECT_FALSE(one.has_room());
}

TEST(Recorder, RecordsNothingOfWhatTheRuntimeDoes) {
  TraceEvent buffer[4];
  worker().recorder.cursor = buffer + 1;
  {
    const Unrecorded outer;
    EXPECT_EQ(worker().recorder.cursor, nullptr);
    {
      const Unrecorded inner;
      EXPECT_EQ(worker().recorder.cursor, nullptr);
    }
    EXPECT_EQ(worker().recorder.cursor, nullptr);
  }
  EXPECT_EQ(worker().recorder.cursor, buffer + 1);
  worker().recorder.cursor = nullptr;
}

}  // namespace
}  // namespace simt
