// The slow paths of an access, and accesses that the compiler does not instrument.
#include "execution/device_code/access.h"

#include "base/static_memory.h"
#include "execution/device_code/hooks.h"
#include "execution/reports/host_reports.h"
#include "memory/accessibility.h"
#include "memory/host_objects.h"
#include "memory/pages.h"
#include "memory/registered.h"
#include "memory/write_watch.h"
#include "memory/written.h"

namespace simt {

namespace {

/// A kernel loads a pointer from a table of the compiler's. If its last load has led it there, that was of an object which
/// is of this class: then it is a virtual function that is called.
void check_virtual_call(std::uintptr_t entry, const void* pc) {
  constexpr std::uintptr_t kMostTable = 4096;  // bytes
  if (!has_bytes_of_host.load(std::memory_order_relaxed)) return;
  const TraceEvent& last = worker().recorder.cursor[-1];
  const Access access = access_of(last.key);
  const std::uintptr_t object = last.address & kAddressMask;
  if (access.op() != Op::kLoad || access.bytes() != sizeof(void*) || !are_bytes_of_host(object))
    return;
  if (entry - *reinterpret_cast<const std::uintptr_t*>(object) < kMostTable) {
    fail_virtual_call(object, pc);
  }
}

}  // namespace

Verdict other_access(std::uintptr_t address, Access access, const void* pc, Space* space) {
  const StaticMemory memory = classify_static(address);
  const bool is_variable = memory != StaticMemory::kNone && memory != StaticMemory::kReadOnly;
  if (is_variable && !is_in_variable(address, access.bytes())) {
    if (address % access.bytes() != 0) fail_misaligned(address, access, pc);
    fail_outside_variable(address, access, pc);
  }
  switch (memory) {
    case StaticMemory::kDevice:
    case StaticMemory::kManaged:
      *space = Space::kGlobal;
      return Verdict::kCount;
    case StaticMemory::kConstant:
      if (access.op() == Op::kLoad) {
        *space = Space::kConstant;
        return Verdict::kCount;
      }
      fail_constant_write(address, access, pc);
    case StaticMemory::kReadOnly:
      if (access.op() == Op::kLoad) {  // tables the compiler made
        if (access.bytes() == sizeof(void*)) check_virtual_call(address, pc);
        return Verdict::kIgnore;
      }
      break;
    case StaticMemory::kNone:
      break;
  }
  if (current_block()->identity().is_parameter(address)) return Verdict::kIgnore;
  if (const auto registered = registered_at(address, access.bytes())) {
    if (registered->read_only() && access.op() != Op::kLoad) {
      fail_read_only_write(address, access, pc, *registered);
    }
    *space = Space::kGlobal;
    return Verdict::kCount;
  }
  fail_host_pointer(address, access, pc);
}

namespace {

/// Host code uses memory that it shares with the device.
inline void shared_access(std::uintptr_t address, std::size_t bytes, Access access,
                          const void* pc) {
  if (access.op() != Op::kLoad && write_watch_is_on) [[unlikely]] {
    record_writer(WriterKind::kHost, address, bytes);
  }
  if (host_watch.active.load(std::memory_order_relaxed)) {
    record_host_access(event_key(0, pc, access), address, bytes);
  } else if (const bool writes = access.op() != Op::kLoad;
             !host_may_use_pages(address, bytes, writes)) [[unlikely]] {
    host_uses_pages(address, bytes, writes);
  }
}

}  // namespace

void host_access(std::uintptr_t address, std::size_t bytes, Access access, const void* pc) {
  if (address >= kDeviceBase) host_dereferenced_device_memory(pc);
  if (!global_access_is_valid(address, 1) || !global_access_is_valid(address + bytes - 1, 1)) {
    host_left_allocation(address, pc);
  }
  shared_access(address, bytes, access, pc);
}
void foreign_access(std::uintptr_t address, std::size_t bytes, Access access, const void* pc) {
  if (is_device_variable(address)) host_used_device_variable(address, pc);
  if (classify_static(address) == StaticMemory::kManaged && !is_in_variable(address, bytes)) {
    host_left_variable(address, bytes, pc);
  }
  shared_access(address, bytes, access, pc);
}

void first_access(std::uintptr_t address, Access access, const void* pc, ReadKind kind) {
  if (!global_access_is_valid(address, access.bytes())) {
    // If it is concurrent with the free, it is a race, whichever of the two comes first.
    if (current_block()->watch().global.races_with_free(address, access, pc)) return;
    fail_invalid_global(address, access, pc);
  }
  if (kind != ReadKind::kNone && access.op() != Op::kStore) {
    current_block()->watch().global.check_written(address, access, pc, kind);
  }
  if (access.op() != Op::kLoad) mark_written(address, access.bytes());
}

void load_access(const void* address, unsigned bytes, const void* pc, void* frame) {
  access<Op::kLoad>(const_cast<void*>(address), bytes, pc, frame);
}
void load_part(const void* address, unsigned bytes, const void* pc, void* frame) {
  access<Op::kLoad, Strength::kPlain, ReadKind::kPart>(const_cast<void*>(address), bytes, pc,
                                                       frame);
}
void check_aggregate_written(const void* address, std::size_t bytes, const void* pc) {
  current_block()->watch().check_aggregate_written(reinterpret_cast<std::uintptr_t>(address), bytes,
                                                   pc);
}
void load_padding(const void* address, unsigned bytes, const void* pc, void* frame) {
  access<Op::kLoad, Strength::kPlain, ReadKind::kNone>(const_cast<void*>(address), bytes, pc,
                                                       frame);
}
void store_access(void* address, unsigned bytes, const void* pc, void* frame) {
  access<Op::kStore>(address, bytes, pc, frame);
}

void record_result(void* place, unsigned bytes, const void* pc, void* frame) {
  if (worker().recorder.cursor != nullptr && place != nullptr)
    store_access(place, bytes, pc, frame);
}

void host_access(const void* pointer, std::size_t bytes, Op op, const void* pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (bytes > 0 && address - kGlobalBase < kGlobalBytes + kAllSharedBytes) {
    host_access(address, bytes, Access(op, Space::kGlobal, 1), pc);
  } else if (bytes > 0 && host_watch.covers(address)) {
    foreign_access(address, bytes, Access(op, Space::kGlobal, 1), pc);
  }
}

void texture_access(const void* pc, void* frame) {
  reserve_events(1);
  record<Op::kLoad>(0, Access(Op::kLoad, Space::kTexture, 0), pc,
                    reinterpret_cast<std::uintptr_t>(frame));
}

}  // namespace simt
