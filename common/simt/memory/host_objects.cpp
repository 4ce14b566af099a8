#include "memory/host_objects.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>

#include "base/process.h"

namespace simt {

std::atomic<bool> has_bytes_of_host{false};

namespace {

/// Of a program that copies to more places, the others are not looked at.
constexpr std::size_t kMostRanges = 65536;

struct BytesOfHost {
  std::mutex mutex;
  std::map<std::uintptr_t, std::uintptr_t> ranges;  ///< by their beginnings: where they end

  /// Takes [begin, end) out.
  void erase(std::uintptr_t begin, std::uintptr_t end) {
    auto it = ranges.upper_bound(begin);
    if (it != ranges.begin() && std::prev(it)->second > begin) --it;
    while (it != ranges.end() && it->first < end) {
      const auto [first, last] = *it;
      it = ranges.erase(it);
      if (first < begin) ranges[first] = begin;
      if (last > end) ranges[end] = last;
    }
  }
};
BytesOfHost& bytes_of_host() { return process().part<BytesOfHost>(); }

}  // namespace

void record_bytes_of_host(std::uintptr_t address, std::size_t bytes) {
  BytesOfHost& all = bytes_of_host();
  const std::lock_guard lock(all.mutex);
  std::uintptr_t begin = address, end = address + bytes;
  if (const auto after = all.ranges.lower_bound(begin); after != all.ranges.begin()) {
    const auto before = std::prev(after);
    if (before->second >= begin) begin = before->first, end = std::max(end, before->second);
  }
  all.erase(begin, end);
  if (all.ranges.size() < kMostRanges) all.ranges[begin] = end;
  has_bytes_of_host = true;
}

void forget_bytes_of_host(std::uintptr_t address, std::size_t bytes) {
  if (!has_bytes_of_host.load(std::memory_order_relaxed)) return;
  BytesOfHost& all = bytes_of_host();
  const std::lock_guard lock(all.mutex);
  all.erase(address, address + bytes);
}

bool are_bytes_of_host(std::uintptr_t address) {
  if (!has_bytes_of_host.load(std::memory_order_relaxed)) return false;
  BytesOfHost& all = bytes_of_host();
  const std::lock_guard lock(all.mutex);
  const auto after = all.ranges.upper_bound(address);
  return after != all.ranges.begin() && std::prev(after)->second > address;
}

}  // namespace simt
