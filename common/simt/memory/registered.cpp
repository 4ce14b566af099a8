#include "memory/registered.h"

#include <iterator>
#include <map>
#include <mutex>
#include <shared_mutex>

#include "cuda_runtime_api.h"

#include "base/process.h"

namespace simt {
namespace {

using Ranges = std::map<std::uintptr_t, RegisteredRange>;

struct RegisteredMemory {
  std::shared_mutex mutex;  ///< every access of a kernel to registered memory looks here
  Ranges ranges, former_ranges;
};
RegisteredMemory& registered() { return process().part<RegisteredMemory>(); }

std::optional<RegisteredRange> find(const Ranges& in, std::uintptr_t address, std::size_t bytes) {
  auto it = in.upper_bound(address);
  if (it == in.begin()) return std::nullopt;
  const RegisteredRange& range = std::prev(it)->second;
  const std::size_t offset = address - range.address;
  if (offset >= range.bytes || bytes > range.bytes - offset) return std::nullopt;
  return range;
}

}  // namespace

bool RegisteredRange::read_only() const { return (flags & cudaHostRegisterReadOnly) != 0; }

std::optional<RegisteredRange> registered_at(std::uintptr_t address, std::size_t bytes) {
  const std::shared_lock lock(registered().mutex);
  return find(registered().ranges, address, bytes);
}

std::optional<RegisteredRange> unregistered_at(std::uintptr_t address) {
  const std::shared_lock lock(registered().mutex);
  return find(registered().former_ranges, address, 1);
}

void for_each_registered_range(const std::function<void(std::uintptr_t, std::size_t)>& visit) {
  const std::shared_lock lock(registered().mutex);
  for (const auto& [address, range] : registered().ranges) visit(address, range.bytes);
}

bool register_range(const RegisteredRange& range) {
  const std::lock_guard lock(registered().mutex);
  const auto next = registered().ranges.lower_bound(range.address);
  if (next != registered().ranges.end() && next->first - range.address < range.bytes) return false;
  if (find(registered().ranges, range.address, 1)) return false;
  registered().ranges[range.address] = range;
  return true;
}

bool unregister_range(const void* pointer, const void* site) {
  const std::lock_guard lock(registered().mutex);
  const auto it = registered().ranges.find(reinterpret_cast<std::uintptr_t>(pointer));
  if (it == registered().ranges.end()) return false;
  it->second.site = site;
  registered().former_ranges[it->first] = it->second;
  registered().ranges.erase(it);
  return true;
}

std::optional<std::pair<std::uintptr_t, std::uintptr_t>> registered_bounds() {
  const std::shared_lock lock(registered().mutex);
  if (registered().ranges.empty()) return std::nullopt;
  const RegisteredRange& last = registered().ranges.rbegin()->second;  // they do not overlap
  return std::pair(registered().ranges.begin()->first, last.address + last.bytes);
}

void unregister_all() {
  const std::lock_guard lock(registered().mutex);
  registered().ranges.clear();
}

}  // namespace simt
