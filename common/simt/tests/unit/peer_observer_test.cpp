// What a request uses of other devices' memory, on requests made by hand.
#include "counters/peer_observer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/address_map.h"
#include "base/device.h"
#include "memory/allocations.h"
#include "memory/peers.h"
#include "simt_peers.h"

namespace simt {
namespace {

constexpr int kDevices = 3, kSite = 0;
/// As the translator has `__device__` variables.
[[gnu::section("simt_device")]] alignas(256) int constants[4], counter[64];

/// A warp of device 0, which may use memory of device 1 and not of device 2.
class Peers : public testing::Test {
 protected:
  Peers() {
    set_device_count(kDevices);
    set_peer_access(0, 1, true);
    for (int from = 0; from < kDevices; ++from) {
      const OnDevice on(from);
      memory_[from] = allocate(1024, &kSite);
      for (int to = 0; to < kDevices; ++to) before_[from][to] = peer_bytes(from, to);
    }
    run_on(0);
  }
  ~Peers() override {
    for (void* memory : memory_) release(memory, &kSite);
  }
  /// What is requested from now on is a kernel's of this device.
  void run_on(int device) {
    const LaunchConfig launch{};
    EXPECT_TRUE(observer_.watch({launch, 0, 0, 0, nullptr, {}, findings_, 0, device}));
  }
  /// Byte `at` of the device's memory.
  std::uint64_t of(int device, std::uint64_t at) const {
    return reinterpret_cast<std::uint64_t>(memory_[device]) + at;
  }
  /// A request by as many lanes as there are addresses.
  void request(Op op, const std::vector<std::uint64_t>& addresses, unsigned bytes = 4) {
    const std::uint64_t key = event_key(0, nullptr, Access(op, Space::kGlobal, bytes));
    std::uint8_t lanes[32];
    for (unsigned i = 0; i < 32; ++i) lanes[i] = static_cast<std::uint8_t>(i);
    observer_.access(
        {key, 0, static_cast<unsigned>(addresses.size()), addresses.data(), lanes, 0, 0});
  }
  std::uint64_t loaded(int from) { return peer_bytes(from, 0).loaded - before_[from][0].loaded; }
  std::uint64_t stored(int to) { return peer_bytes(0, to).stored - before_[0][to].stored; }
  std::string failure() const { return findings_.failure() ? findings_.failure()->text : ""; }

  Findings findings_;
  PeerObserver observer_;
  PeerBytes before_[kDevices][kDevices] = {};
  void* memory_[kDevices] = {};
};

TEST_F(Peers, AreUsedInSectors) {
  request(Op::kLoad, {of(1, 0), of(1, 4), of(1, 28), of(1, 96)});
  EXPECT_EQ(loaded(1), 2 * 32u);
  request(Op::kLoad, {of(1, 64), of(1, 0), of(1, 64)});  // in any order
  EXPECT_EQ(loaded(1), 4 * 32u);
  request(Op::kStore, {of(1, 0), of(1, 16), of(1, 32), of(1, 48)}, 16);
  EXPECT_EQ(stored(1), 2 * 32u);
  request(Op::kAtomic, {of(1, 0)});
  EXPECT_EQ(stored(1), 3 * 32u);
  EXPECT_EQ(loaded(1), 4 * 32u);
  EXPECT_EQ(failure(), "");
}

TEST_F(Peers, OwnMemoryIsNoPeers) {
  request(Op::kLoad, {of(0, 0), of(0, 512), kManagedBase, kPinnedBase});
  for (int from = 0; from < kDevices; ++from) EXPECT_EQ(loaded(from), 0u);
  EXPECT_EQ(failure(), "");
}

TEST_F(Peers, LanesOfOneRequestMayUseSeveralDevices) {
  set_peer_access(0, 2, true);
  request(Op::kLoad, {of(0, 0), of(1, 0), of(2, 0), of(1, 32), of(2, 64), of(0, 32)});
  set_peer_access(0, 2, false);
  EXPECT_EQ(loaded(0), 0u);
  EXPECT_EQ(loaded(1), 2 * 32u);
  EXPECT_EQ(loaded(2), 2 * 32u);
  EXPECT_EQ(failure(), "");
}

TEST_F(Peers, WithoutAccessIsAnError) {
  request(Op::kStore, {of(1, 0), of(2, 0)});
  EXPECT_NE(failure().find("a kernel of device 0 writes memory of device 2"), std::string::npos);
  EXPECT_EQ(stored(1), 32u);
  EXPECT_EQ(stored(2), 0u);
}

TEST_F(Peers, PoolMemoryIsFoundInAnyLane) {
  void* pool = nullptr;
  {
    const OnDevice on(1);
    pool = allocate(1024, &kSite, Heap::kDevice, kPoolMemory);
  }
  const auto pooled = reinterpret_cast<std::uint64_t>(pool);
  request(Op::kLoad, {of(1, 0), of(1, 4)});
  EXPECT_EQ(failure(), "");
  request(Op::kLoad, {of(0, 0), of(1, 0), of(1, 4), pooled + 8, of(1, 8)});
  release(pool, &kSite);
  EXPECT_NE(failure().find("a kernel uses memory of another device's pool: byte 8 of the 1024"),
            std::string::npos)
      << failure();
}

TEST_F(Peers, VariablesAreFoundInAnyLane) {
  const auto in = [](const int& element) { return reinterpret_cast<std::uint64_t>(&element); };
  request(Op::kStore, {of(0, 0), in(counter[0]), in(counter[1])});
  run_on(1);
  request(Op::kLoad, {in(constants[0]), in(constants[1]), of(1, 0)});
  EXPECT_EQ(failure(), "");
  request(Op::kLoad, {in(constants[0]), in(constants[1]), of(1, 0), in(counter[3])});
  EXPECT_NE(failure().find("counter"), std::string::npos) << failure();
  EXPECT_NE(failure().find("is written, and used by two devices"), std::string::npos) << failure();
}

TEST_F(Peers, RunsAreOfOneDevice) {
  observer_.tile({Op::kLoad, of(1, 16), 64, nullptr});  // 3 sectors
  observer_.bulk_copy({Op::kStore, of(1, 32), 64, nullptr});
  EXPECT_EQ(loaded(1), 3 * 32u);
  EXPECT_EQ(stored(1), 2 * 32u);
  EXPECT_EQ(failure(), "");
  observer_.bulk_copy({Op::kLoad, of(2, 0), 16, nullptr});
  EXPECT_NE(failure().find("a kernel of device 0 reads memory of device 2"), std::string::npos);
}

TEST(OneDevice, IsNotWatched) {
  set_device_count(1);
  Findings findings;
  const LaunchConfig launch{};
  PeerObserver observer;
  EXPECT_FALSE(observer.watch({launch, 0, 0, 0, nullptr, {}, findings, 0}));
}

}  // namespace
}  // namespace simt
