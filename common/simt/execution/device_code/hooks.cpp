// The functions that instrumented code calls: gcc's -fsanitize=thread names every access, its
// -fsanitize-coverage=trace-pc every basic block. In a kernel each call checks the access and
// records one event; on the host it returns at once. (Atomic ones: atomic_hooks.cpp.)
#include <algorithm>
#include <cstdint>

#include "execution/device_code/access.h"
#include "execution/grid/probe.h"
#include "memory/elements.h"
#include "memory/host_objects.h"

namespace simt {
namespace {

/// What the memory is declared to be an array of, where that makes a difference.
Elements elements_at(const void* pointer) {
  if (worker().recorder.cursor == nullptr || !current_block()->uses_structs()) return {};
  return current_block()->identity().elements_at(reinterpret_cast<std::uintptr_t>(pointer));
}

/// An access of `bytes`, `size` of them in one instruction.
template <Op op, Strength strength>
void access_in_pieces(void* pointer, std::size_t bytes, unsigned size, const void* pc,
                      void* frame) {
  if (op == Op::kLoad && worker().recorder.cursor != nullptr) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    current_block()->watch().check_aggregate_written(address, bytes, pc);
  } else if (op == Op::kLoad) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    if (unwritten_copies.overlap(address, bytes)) host_reads_copied(address, bytes, pc);
  }
  auto* at = static_cast<char*>(pointer);
  // One that is larger than the buffer happens, as far as others can see, in parts.
  const auto pieces_from = [&](std::size_t i) {
    return static_cast<unsigned>(std::min<std::size_t>((bytes - i + size - 1) / size, kLaneEvents));
  };
  for (std::size_t i = 0; i < bytes; i += size) {
    access<op, strength, ReadKind::kNone>(at + i, size, pc, frame,
                                          i / size % kLaneEvents == 0 ? pieces_from(i) : 0);
  }
}

/// An aggregate of another size than the hooks below have, or aligned to less than its size.
template <Op op, Strength strength = Strength::kPlain>
void access_range(void* pointer, std::size_t bytes, const void* pc, void* frame) {
  const unsigned most = bytes <= 4 ? static_cast<unsigned>(bytes + 1) / 2 : 4;
  const unsigned size =
      piece_of(elements_at(pointer), reinterpret_cast<std::uintptr_t>(pointer), bytes, most);
  access_in_pieces<op, strength>(pointer, bytes, size, pc, frame);
}

/// 16 bytes, aligned to 8 or to 16: the compiler has one hook for both.
template <Op op, Strength strength = Strength::kPlain>
void access_16(void* pointer, const void* pc, void* frame) {
  const Elements elements = elements_at(pointer);
  if (elements.are_structs() && elements.alignment == 8) [[unlikely]] {
    access_in_pieces<op, strength>(pointer, 16, 8, pc, frame);
  } else if constexpr (strength == Strength::kPlain) {
    plain_access<op, 16>(pointer, pc, frame);
  } else {
    access<op, strength>(pointer, 16, pc, frame);
  }
}

/// An access of 16 bytes in a file whose types the compiler has been asked for: where that is no multiple of 16 it
/// is aligned to 8, else alignment.cpp would know.
template <Op op, Strength strength = Strength::kPlain>
void access_typed_16(void* pointer, const void* pc, void* frame) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const bool is_own = worker().recorder.is_on_stack(address);
  if (address % 16 != 8 || is_own || worker().recorder.cursor == nullptr) {
    access_16<op, strength>(pointer, pc, frame);
  } else {
    access_in_pieces<op, strength>(pointer, 16, 8, pc, frame);
  }
}

/// The pointer to an object's virtual functions, of the side that runs.
void constructor_stores(std::uintptr_t address) {
  if (worker().recorder.cursor != nullptr) {
    forget_bytes_of_host(address, sizeof(void*));
  } else if (address - kGlobalBase < kGlobalBytes) {
    record_bytes_of_host(address, sizeof(void*));
  }
}

constexpr Access kBasicBlock(Op::kBlock, Space::kGlobal, 0);

/// A basic block, where something is special.
[[gnu::noinline]] void basic_block(const void* pc, std::uintptr_t frame) {
  if (worker().recorder.cursor == nullptr) {
    if (probe.active) [[unlikely]]
      probe_reached(pc);
    return;
  }
  if (worker().recorder.overflows(frame)) [[unlikely]]
    fail_stack_overflow(pc);
  reserve_events(1);
  record<Op::kBlock>(0, kBasicBlock, pc, frame);
}

}  // namespace
}  // namespace simt

using simt::Op;
#define SIMT_PC __builtin_return_address(0)
#define SIMT_FRAME __builtin_dwarf_cfa()
#define SIMT_PLAIN_HOOK(name, Op_, Bytes) \
  void name(void* p) { simt::plain_access<Op_, Bytes>(p, SIMT_PC, SIMT_FRAME); }
#define SIMT_HOOK(name, Op_, Bytes, ...)                                         \
  void name(void* p) {                                                           \
    simt::access<Op_ __VA_OPT__(, ) __VA_ARGS__>(p, Bytes, SIMT_PC, SIMT_FRAME); \
  }
#define SIMT_HOOKS(Bytes)                                                           \
  SIMT_PLAIN_HOOK(__tsan_read##Bytes, Op::kLoad, Bytes)                             \
  SIMT_PLAIN_HOOK(__tsan_write##Bytes, Op::kStore, Bytes)                           \
  SIMT_HOOK(__tsan_volatile_read##Bytes, Op::kLoad, Bytes, simt::Strength::kStrong) \
  SIMT_HOOK(__tsan_volatile_write##Bytes, Op::kStore, Bytes, simt::Strength::kStrong)
// What a file calls in place of the one of 16 bytes if the translator has found casts of pointers in it.
#define SIMT_HOOK_16(name, Op_, ...)                                               \
  void __tsan_##name##16(void* p) {                                                \
    simt::access_16<Op_ __VA_OPT__(, ) __VA_ARGS__>(p, SIMT_PC, SIMT_FRAME);       \
  }                                                                                \
  void simt_typed_##name##16(void* p);                                             \
  void simt_typed_##name##16(void* p) {                                            \
    simt::access_typed_16<Op_ __VA_OPT__(, ) __VA_ARGS__>(p, SIMT_PC, SIMT_FRAME); \
  }
#define SIMT_UNALIGNED_HOOKS(Bytes)                                \
  void __tsan_unaligned_read##Bytes(void* p) {                     \
    simt::access_range<Op::kLoad>(p, Bytes, SIMT_PC, SIMT_FRAME);  \
  }                                                                \
  void __tsan_unaligned_write##Bytes(void* p) {                    \
    simt::access_range<Op::kStore>(p, Bytes, SIMT_PC, SIMT_FRAME); \
  }                                                                \
  void __tsan_unaligned_volatile_read##Bytes(void* p) {            \
    simt::access_range<Op::kLoad>(p, Bytes, SIMT_PC, SIMT_FRAME);  \
  }                                                                \
  void __tsan_unaligned_volatile_write##Bytes(void* p) {           \
    simt::access_range<Op::kStore>(p, Bytes, SIMT_PC, SIMT_FRAME); \
  }

extern "C" {

SIMT_HOOKS(1)
SIMT_HOOKS(2)
SIMT_HOOKS(4)
SIMT_HOOKS(8)
SIMT_HOOK_16(read, Op::kLoad)
SIMT_HOOK_16(write, Op::kStore)
SIMT_HOOK_16(volatile_read, Op::kLoad, simt::Strength::kStrong)
SIMT_HOOK_16(volatile_write, Op::kStore, simt::Strength::kStrong)
SIMT_UNALIGNED_HOOKS(2)
SIMT_UNALIGNED_HOOKS(4)
SIMT_UNALIGNED_HOOKS(8)
SIMT_UNALIGNED_HOOKS(16)

void __tsan_read_range(void* p, std::size_t bytes) {
  simt::access_range<Op::kLoad>(p, bytes, SIMT_PC, SIMT_FRAME);
}
void __tsan_write_range(void* p, std::size_t bytes) {
  simt::access_range<Op::kStore>(p, bytes, SIMT_PC, SIMT_FRAME);
}
// A constructor stores which class an object is of.
void __tsan_vptr_update(void** p, void*) {
  simt::constructor_stores(reinterpret_cast<std::uintptr_t>(p));
  simt::access<Op::kStore>(p, sizeof *p, SIMT_PC, SIMT_FRAME);
}
void __tsan_vptr_read(void**) {}
void __tsan_init() {}

void __sanitizer_cov_trace_pc() {
  const auto frame = reinterpret_cast<std::uintptr_t>(SIMT_FRAME);
  const simt::Recorder& recorder = simt::worker().recorder;
  if (!recorder.has_room() || recorder.overflows(frame)) [[unlikely]] {
    return simt::basic_block(SIMT_PC, frame);
  }
  simt::record<Op::kBlock>(0, simt::kBasicBlock, SIMT_PC, frame);
}

}  // extern "C"
