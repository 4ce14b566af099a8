#include "memory/unwritten_copies.h"

#include <malloc.h>
#include <unwind.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/address_map.h"
#include "base/process.h"
#include "base/refusals.h"
#include "base/settings.h"
#include "base/static_memory.h"
#include "base/symbol_table.h"
#include "base/symbols.h"
#include "base/warning.h"
#include "memory/allocations.h"
#include "memory/elements.h"
#include "memory/host_objects.h"
#include "memory/whereabouts.h"
#include "memory/written.h"
#include "races/footprint.h"

namespace simt {

UnwrittenCopies unwritten_copies;

namespace {

/// One copy.
struct Source {
  CallSite call;
  std::uintptr_t from;
  std::size_t bytes, unwritten;
  std::size_t first;  ///< unwritten byte of it
  unsigned element_bytes;
  bool to_stack;               ///< of the function that has made the call
  std::string refused_launch;  ///< before it
};
/// Uninitialised bytes of it.
struct Piece {
  std::uintptr_t end;
  std::uintptr_t from;
  std::shared_ptr<const Source> source;
};

/// Of one copy; of a pattern with more gaps only the beginning is recorded.
constexpr std::size_t kMostPieces = 65536;

struct CopiedPieces {
  std::mutex mutex;
  std::map<std::uintptr_t, Piece> all;
};
std::map<std::uintptr_t, Piece>& pieces() { return process().part<CopiedPieces>().all; }

/// The model's own strings and maps copy and free with the program's functions, which come back here.
constinit thread_local bool is_inside = false;
struct Lock {
  std::lock_guard<std::mutex> lock{process().part<CopiedPieces>().mutex};
  Lock() { is_inside = true; }
  ~Lock() { is_inside = false; }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
};
void set_limits() {
  const std::uintptr_t low = pieces().empty() ? 0 : pieces().begin()->first;
  unwritten_copies.low = low;
  unwritten_copies.bytes = pieces().empty() ? 0 : std::prev(pieces().end())->second.end - low;
}

/// The first piece that ends after `address`.
std::map<std::uintptr_t, Piece>::iterator first_behind(std::uintptr_t address) {
  auto it = pieces().upper_bound(address);
  if (it != pieces().begin() && std::prev(it)->second.end > address) --it;
  return it;
}

void erase(std::uintptr_t begin, std::uintptr_t end) {
  for (auto it = first_behind(begin); it != pieces().end() && it->first < end;) {
    const Piece piece = it->second;
    const std::uintptr_t first = it->first;
    it = pieces().erase(it);
    if (first < begin) pieces()[first] = {begin, piece.from, piece.source};
    if (piece.end > end) {
      pieces()[end] = {piece.end, piece.from + (end - first), piece.source};
      break;
    }
  }
}

/// Whether it belongs to a function that is running: above this place in the stack.
bool is_on_stack_of(const void* frame, std::uintptr_t address) {
  constexpr std::size_t kMostStack = std::size_t{64} << 20;
  return address - reinterpret_cast<std::uintptr_t>(frame) < kMostStack;
}

/// Whether the function that has made the call has not returned: its array is another one's memory then.
bool is_still_running(const CallSite& call) {
  static constexpr std::uintptr_t kArguments = 64;
  struct Search {
    std::uintptr_t frame;
    const ProgramSymbol* function;
    bool found;
  } search{reinterpret_cast<std::uintptr_t>(call.frame), function_at(call.site), false};
  const auto look = [](_Unwind_Context* context, void* data) {
    auto& to = *static_cast<Search*>(data);
    // A call with many arguments has some of them in the stack.
    const std::uintptr_t difference = _Unwind_GetCFA(context) - to.frame + kArguments;
    to.found = difference <= 2 * kArguments &&
               function_at(reinterpret_cast<const void*>(_Unwind_GetIP(context))) == to.function;
    return to.found ? _URC_END_OF_STACK : _URC_NO_REASON;
  };
  _Unwind_Backtrace(look, &search);
  return search.found;
}

/// Whether it is memory in which the model knows what was written.
bool is_of_device(std::uintptr_t address) {
  return address - kDeviceBase < kGlobalBase + kGlobalBytes - kDeviceBase;
}

void warn_of_read(const Source& source, std::uintptr_t from, const void* pc) {
  warn_once("unwritten copy", pc, [&] {
    const unsigned size = source.element_bytes;
    const bool whole = size > 0 && source.bytes % size == 0 && source.unwritten % size == 0;
    const std::size_t unit = whole ? size : 1;
    return "host code reads what nobody has written: it was copied from " + global_position(from) +
           "\n  at      " + source_line(pc) + "\n  copy    " + source_line(source.call.site) +
           " by " + source.call.function + ": no kernel, copy or memset had written " +
           std::to_string(source.unwritten / unit) + " of the " +
           std::to_string(source.bytes / unit) +
           (whole ? " elements, beginning with element " : " bytes, beginning with byte ") +
           std::to_string(source.first / unit) +
           (!source.refused_launch.empty()
                ? "\n  advice  " + source.refused_launch +
                      " was refused, so that kernel has written nothing\n"
                : "\n  advice  does the kernel write all of the result? n / 256 blocks leave out "
                  "the last "
                  "elements: launch (n + 255) / 256, and compare the index with n\n");
  });
}

}  // namespace

namespace {

/// What host code has made stays the host's when it is copied.
void note_side(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) {
  const auto is_of_kernels = [](std::uintptr_t address) {
    return address - kGlobalBase < kGlobalBytes ||
           classify_static(address) == StaticMemory::kDevice ||
           classify_static(address) == StaticMemory::kConstant;
  };
  if (!is_of_kernels(to)) return;
  if (is_of_kernels(from)) {
    forget_bytes_of_host(to, bytes);
  } else {
    record_bytes_of_host(to, bytes);
  }
}

}  // namespace

void record_copy(const void* to, const void* from, std::size_t bytes, const CallSite& call) {
  const auto target = reinterpret_cast<std::uintptr_t>(to);
  const auto first = reinterpret_cast<std::uintptr_t>(from);
  forget_copied(target, bytes);
  note_side(target, first, bytes);
  if (!is_of_device(first) || settings().check_init == InitCheck::kOff) return;
  const std::vector<Range> ranges = unwritten_ranges(first, bytes, kMostPieces);
  if (is_of_device(target)) {
    for (const Range& range : ranges) {
      mark_bytes_unwritten(target + (range.begin - first), range.end - range.begin);
    }
    return;
  }
  if (ranges.empty() || call.site == nullptr) return;
  const bool to_stack = is_on_stack_of(call.frame, target);
  std::size_t unwritten = 0;
  for (const Range& range : ranges) unwritten += range.end - range.begin;
  const auto declared = allocated_range(first);
  const auto source = std::make_shared<const Source>(
      Source{call, first, bytes, unwritten, ranges.front().begin - first,
             declared ? declared->elements.bytes : 0, to_stack, last_refused_launch()});
  const Lock lock;
  for (const Range& range : ranges) {
    pieces()[target + (range.begin - first)] = {target + (range.end - first), range.begin, source};
  }
  set_limits();
}

void forget_copied(std::uintptr_t address, std::size_t bytes) {
  if (is_inside || !unwritten_copies.overlap(address, bytes)) return;
  const Lock lock;
  erase(address, address + bytes);
  set_limits();
}

void host_reads_copied(std::uintptr_t address, std::size_t bytes, const void* pc, bool compares) {
  if (is_inside) return;
  std::shared_ptr<const Source> source;
  std::uintptr_t from = 0;
  {
    const Lock lock;
    const std::uintptr_t end = address + bytes;
    for (auto it = first_behind(address); it != pieces().end() && it->first < end; ++it) {
      const std::uintptr_t first = std::max(address, it->first);
      const std::uintptr_t last = std::min(end, it->second.end);
      // What is less may be padding.
      const unsigned element = it->second.source->element_bytes;
      if (last - first < (compares ? std::max<std::size_t>(element, 16) : bytes)) continue;
      source = it->second.source;
      from = it->second.from + (first - it->first);
      break;
    }
    if (source == nullptr) return;
    std::erase_if(pieces(), [&](const auto& entry) { return entry.second.source == source; });
    set_limits();
  }
  if (!source->to_stack || is_still_running(source->call)) warn_of_read(*source, from, pc);
}

void host_moves_copied(const void* to, const void* from, std::size_t bytes) {
  const auto target = reinterpret_cast<std::uintptr_t>(to);
  const auto first = reinterpret_cast<std::uintptr_t>(from);
  if (is_inside) return;
  if (!unwritten_copies.overlap(first, bytes)) return forget_copied(target, bytes);
  const Lock lock;
  std::map<std::uintptr_t, Piece> moved;
  for (auto it = first_behind(first); it != pieces().end() && it->first < first + bytes; ++it) {
    const std::uintptr_t begin = std::max(first, it->first);
    const std::uintptr_t end = std::min(first + bytes, it->second.end);
    moved[target + (begin - first)] = {target + (end - first),
                                       it->second.from + (begin - it->first), it->second.source};
  }
  erase(target, target + bytes);
  if (!is_on_stack_of(__builtin_frame_address(0), target)) pieces().merge(moved);
  set_limits();
}

void host_frees_copied(void* block) {
  if (block == nullptr || unwritten_copies.bytes.load(std::memory_order_relaxed) == 0) return;
  forget_copied(reinterpret_cast<std::uintptr_t>(block), malloc_usable_size(block));
}

}  // namespace simt
