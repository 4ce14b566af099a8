// Uninitialised reads of shared memory.
#include "base/address_map.h"
#include "base/settings.h"
#include "races/shared_check.h"

namespace simt {

bool SharedCheck::some_are_written(std::uintptr_t address, std::size_t bytes) const {
  for (std::size_t i = 0; i < bytes && own_.contains(address + i); ++i) {
    const Cell& cell = own_.of(address + i);
    if (cell.timestamp >= block_timestamp_ && (cell.written >> (address + i) % 4 & 1) != 0)
      return true;
  }
  return false;
}

void SharedCheck::check_aggregate(std::uintptr_t address, std::size_t bytes, ClusterThread thread,
                                  const void* pc) {
  if (unwritten_.pc != nullptr || some_are_written(address, bytes) ||
      settings().check_init == InitCheck::kOff) {
    return;
  }
  unwritten_ = {thread, Op::kLoad, pc};
  unwritten_address_ = address;
}

void SharedCheck::check_initialised(std::uintptr_t address, unsigned bytes, std::uintptr_t missing,
                                    ReadKind kind, const RaceAccess& access) {
  if (missing == 0 || kind == ReadKind::kNone || unwritten_.pc != nullptr) return;
  const auto declared = [&] { return declared_ ? declared_(address) : Elements{bytes, bytes}; };
  const auto is_in_copy = [&] { return is_in_copy_ && is_in_copy_(access.pc); };
  const bool some = some_are_written(address, bytes);
  if (settings().check_init == InitCheck::kOff ||
      !is_mistake(access.op, bytes, kind, some, declared, is_in_copy)) {
    return;
  }
  unwritten_ = access;
  unwritten_address_ = missing;
}

void SharedCheck::access_by_remote(std::uintptr_t address, unsigned bytes, const RaceAccess& access,
                                   ReadKind kind) {
  std::uintptr_t missing = 0;
  for (unsigned done = 0; done < bytes; ++done) {
    Cell& cell = own_.of(address + done);
    const auto mask = static_cast<std::uint8_t>(1u << (address + done) % 4);
    if (cell.timestamp < block_timestamp_) {
      cell = {};
      history_of(own_, cell);
      cell.timestamp = order_.interval();
    }
    if (access.op != Op::kStore && (cell.written & mask) == 0 && missing == 0) {
      missing = address + done;
    }
    if (access.op != Op::kLoad) cell.written |= mask;
  }
  check_initialised(address, bytes, missing, kind, access);
}

}  // namespace simt
