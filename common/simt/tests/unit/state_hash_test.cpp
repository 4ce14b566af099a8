// What decides how a block goes on is in the hash that proves an endless loop: a field that is missing there would make
// a loop that ends look like one that repeats itself.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <vector>

#include "base/worker.h"
#include "execution/block/lane_order.h"
#include "execution/threads/polls.h"
#include "execution/threads/threads.h"

namespace simt {
namespace {

/// A block of 40 threads, of which all have started and recorded two events.
struct Block {
  Block() : events(2 * kWarpLanes * kLaneEvents) {
    threads->begin_grid(dim3(40));
    threads->begin_block();
    for (unsigned w = 0; w < threads->warp_count; ++w) {
      threads->warps[w].unstarted = 0;
      threads->warps[w].events = events.data() + w * kWarpLanes * kLaneEvents;
    }
    for (unsigned thread = 0; thread < threads->count; ++thread) {
      threads->lanes[thread].reset();
      threads->recorded[thread] = 2;
    }
  }
  std::uint64_t hash() const { return threads->hash_of_buffers(threads->hash(1)); }

  std::unique_ptr<BlockThreads> threads = std::make_unique<BlockThreads>();
  std::vector<TraceEvent> events;
};

TEST(StateHash, OfThreadsHasWhatDecidesHowTheyGoOn) {
  const std::vector<std::function<void(Block&)>> changes = {
      [](Block& b) { b.threads->current = 1; },
      [](Block& b) { b.threads->live = 39; },
      [](Block& b) { b.threads->runnable = 1; },
      [](Block& b) { b.threads->warps[1].at_barrier = 4; },
      [](Block& b) { b.threads->warps[1].full = 4; },
      [](Block& b) { b.threads->warps[0].collective_count = 1; },
      [](Block& b) { b.threads->lanes[33].group = GroupScope::kCluster; },
      [](Block& b) { b.threads->lanes[33].arrived.add(GroupScope::kBlock); },
      [](Block& b) { b.threads->lanes[33].wait_pending.add(GroupScope::kBlock); },
      [](Block& b) { b.threads->lanes[33].in_split_barrier = true; },
      [](Block& b) { b.threads->lanes[33].launched = true; },
      [](Block& b) { b.threads->lanes[33].last_error = cudaErrorInvalidValue; },
      [](Block& b) { b.threads->recorded[39] = 1; },
      [](Block& b) { b.threads->carry[39] = true; },
      [](Block& b) { b.threads->events_of(39)[1].key = 7; },
  };
  std::vector<std::uint64_t> hashes = {Block().hash()};
  for (const auto& change : changes) {
    Block block;
    change(block);
    for (const std::uint64_t other : hashes) EXPECT_NE(block.hash(), other) << hashes.size();
    hashes.push_back(block.hash());
  }
}

TEST(StateHash, OfThreadsHasNothingThatOnlyChecksLookAt) {
  const Block block;
  const std::uint64_t hash = block.hash();
  ++block.threads->lanes[33].barriers_arrived;
  ++block.threads->lanes[33].barriers_passed;
  block.threads->lanes[33].knows_cluster_started = true;
  block.threads->lanes[33].journaled = 1;
  block.threads->lanes[33].wait_site = &block;
  block.threads->events_of(39)[1].address = 7;
  block.threads->events_of(39)[2].key = 7;  // behind the last one
  EXPECT_EQ(block.hash(), hash);
}

TEST(StateHash, OfPollsHasThoseInVain) {
  const Block block;
  worker().recorder.cursor = block.threads->events_of(0) + 2;
  const auto hash_after = [&](std::uintptr_t address, std::uint16_t value, unsigned times,
                              bool fences) {
    Polls polls(*block.threads);
    if (fences) polls.fence();
    for (unsigned i = 0; i < times; ++i) polls.record(address, value);
    return polls.hash(1);
  };
  const std::uint64_t hash = hash_after(64, 1, 3, false);
  EXPECT_EQ(hash_after(64, 1, 3, false), hash);
  EXPECT_NE(hash_after(68, 1, 3, false), hash);
  EXPECT_NE(hash_after(64, 2, 3, false), hash);
  EXPECT_NE(hash_after(64, 1, 4, false), hash);
  EXPECT_NE(hash_after(64, 1, 3, true), hash);
  worker().recorder = {};
}

TEST(Polls, CountUntilTheValueChanges) {
  const Block block;
  Recorder& recorder = worker().recorder;
  TraceEvent* const begin = block.threads->events_of(0);
  Polls polls(*block.threads);
  const auto polls_until_full = [&](auto value_of) {
    recorder.cursor = begin + 1;
    recorder.end = begin + kLaneEvents;
    recorder.last = recorder.end - 1;
    for (int i = 1; i < 1000; ++i) {
      polls.record(64, static_cast<std::uint16_t>(value_of(i)));
      if (!recorder.has_room()) return i;
    }
    return 0;
  };
  EXPECT_EQ(polls_until_full([](int) { return 5; }), 17);
  EXPECT_TRUE(polls.have_spun());
  EXPECT_FALSE(polls.have_spun());
  EXPECT_EQ(polls_until_full([](int i) { return i; }), 0) << "each time another value";
  EXPECT_EQ(polls_until_full([](int i) { return i / 10 + 6; }), 0) << "every tenth time";
  EXPECT_EQ(polls_until_full([](int i) { return i > 10; }), 27);
  // What is pending at a full buffer leaves it full.
  recorder.cursor = begin + 1;
  recorder.end = begin + kLaneEvents;
  recorder.last = nullptr;
  for (int i = 0; i < 17; ++i) polls.record(68, 5);
  EXPECT_TRUE(recorder.is_pending());
  EXPECT_EQ(recorder.end, recorder.cursor);
  recorder = {};
}

TEST(LaneOrder, ARandomOneEndsInForwardOrder) {
  LaneOrder order;
  order.begin_grid({Order::kRandom, 5});
  order.begin_block(0);
  EXPECT_TRUE(order.is_random());
  const std::uint64_t state = order.state();
  order.choose(~0u);
  EXPECT_NE(order.state(), state);
  order.end_random();
  EXPECT_FALSE(order.is_random());
  const std::uint64_t end = order.state();
  for (int i = 0; i < 9; ++i) EXPECT_EQ(order.choose(0xf0), 4u);
  EXPECT_EQ(order.state(), end);
  order.begin_block(0);
  EXPECT_EQ(order.state(), state);
}

TEST(LaneOrder, AFixedOneStaysWhatItIs) {
  LaneOrder order;
  order.begin_grid({Order::kReverse, 5});
  order.begin_block(0);
  order.end_random();
  EXPECT_EQ(order.choose(0xf0), 7u);
}

}  // namespace
}  // namespace simt
