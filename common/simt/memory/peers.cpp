#include "memory/peers.h"

#include <cinttypes>
#include <cstdio>
#include <map>
#include <mutex>
#include <utility>

#include "base/address_map.h"
#include "base/process.h"
#include "base/settings.h"
#include "base/static_memory.h"
#include "base/symbol_table.h"
#include "base/symbols.h"

namespace simt {
namespace {

struct VariableUse {
  unsigned devices = 0;  ///< a bit for each
  bool is_written = false;
};

struct Peers {
  std::mutex mutex;
  bool access[kMostDevices][kMostDevices] = {};
  PeerBytes bytes[kMostDevices][kMostDevices] = {};
  std::map<std::uintptr_t, VariableUse> variables;  ///< by where they begin
};
Peers& peers() { return process().part<Peers>(); }

}  // namespace

std::optional<int> device_of(std::uintptr_t address) {
  const auto place = [&](std::uintptr_t base, std::size_t all) -> std::optional<int> {
    if (address - base >= all) return std::nullopt;
    return static_cast<int>((address - base) / device_share(all));
  };
  const auto global = place(kDeviceBase, kDeviceBytes);
  return global ? global : place(kHeapBase, kHeapBytes);
}

bool has_peer_access(int device, int peer) {
  const std::lock_guard lock(peers().mutex);
  return device == peer || peers().access[device][peer];
}

bool set_peer_access(int device, int peer, bool is_on) {
  const std::lock_guard lock(peers().mutex);
  return std::exchange(peers().access[device][peer], is_on) != is_on;
}

PeerBytes peer_bytes(int from, int to) {
  const std::lock_guard lock(peers().mutex);
  return peers().bytes[from][to];
}

void count_peer_request(int device, int owner, bool loads, std::size_t bytes) {
  const std::lock_guard lock(peers().mutex);
  auto& all = peers().bytes;
  (loads ? all[owner][device].loaded : all[device][owner].stored) += bytes;
}

void count_peer_copy(const void* to, const void* from, std::size_t bytes) {
  const std::optional<int> source = device_of(from), target = device_of(to);
  if (!source || !target || *source == *target) return;
  const bool is_direct = has_peer_access(*source, *target) || has_peer_access(*target, *source);
  const std::lock_guard lock(peers().mutex);
  PeerBytes& all = peers().bytes[*source][*target];
  (is_direct ? all.copied : all.staged) += bytes;
}

void count_peer_transfer(int from, int to, std::size_t bytes) {
  if (from == to) return;
  const std::lock_guard lock(peers().mutex);
  peers().bytes[from][to].copied += bytes;
}

void report_peers() {
  if (!settings().report_text || device_count() == 1) return;
  std::fputs(
      "simt: bytes from device to device\n"
      "  from  to        loaded        stored        copied  by the host\n",
      stderr);
  for (int from = 0; from < device_count(); ++from) {
    for (int to = 0; to < device_count(); ++to) {
      const PeerBytes bytes = peer_bytes(from, to);
      if (bytes.loaded + bytes.stored + bytes.copied + bytes.staged == 0) continue;
      std::fprintf(stderr,
                   "  %4d  %2d  %12" PRIu64 "  %12" PRIu64 "  %12" PRIu64 " %12" PRIu64 "\n", from,
                   to, bytes.loaded, bytes.stored, bytes.copied, bytes.staged);
    }
  }
}

std::string variable_of_devices(std::uintptr_t address, int device, bool writes) {
  if (device_count() == 1 || !is_device_variable(address)) return {};
  const ProgramSymbol* const variable = variable_at(reinterpret_cast<const void*>(address));
  const std::lock_guard lock(peers().mutex);
  VariableUse& use = peers().variables[variable != nullptr ? variable->start : 0];
  use.devices |= 1u << device;
  use.is_written |= writes;
  if (!use.is_written || (use.devices & (use.devices - 1)) == 0) return {};
  return variable_position(reinterpret_cast<const void*>(address)) +
         " is written, and used by two devices: CUDA has such a variable once for each device, and "
         "the CPU backend once for all";
}

}  // namespace simt
