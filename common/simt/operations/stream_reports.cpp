#include "operations/stream_reports.h"

#include <cstdio>

#include "base/device.h"
#include "base/error.h"
#include "base/symbols.h"
#include "memory/accessibility.h"
#include "memory/whereabouts.h"
#include "operations/stream_order.h"

namespace simt {
namespace {

bool is_host_code(const RaceSide& side) { return side.operation->kind == OperationKind::kHostCode; }

const char* verb_of(Touch touch) {
  switch (touch) {
    case Touch::kRead:
    case Touch::kCheckedRead:
    case Touch::kStrongRead:
    case Touch::kCopyRead:
      return "  read    ";
    case Touch::kUpdate:
      return "  atomic  ";
    case Touch::kAllocate:
      return "  alloc   ";
    case Touch::kRelease:
      return "  free    ";
    default:
      return "  write   ";
  }
}

std::string call_text(const CallSite& call) {
  return std::string(call.function) + " at " + source_line(call.site);
}

std::string stream_text(const StreamName& stream) {
  const std::string device =
      device_count() > 1 ? " of device " + std::to_string(stream.device) : "";
  if (stream.is_legacy) return "the default stream" + device;
  const std::string number = "stream " + std::to_string(stream.id) + device;
  if (stream.is_default()) return number + ", the host thread's default stream";
  return number + (stream.is_blocking ? "" : ", non-blocking") + ", created at " +
         source_line(stream.site);
}

std::string operation_text(const Operation& operation) {
  const Place& place = operation.place;
  std::string text;
  if (operation.launch) {
    text = std::string("kernel ") + operation.launch->name + ", launched at " +
           launch_line(*operation.launch);
  } else if (operation.kind == OperationKind::kHostFunction) {
    text = "the host function of " + call_text(place.call);
  } else {
    text = call_text(place.call);
  }
  if (place.graph_launch) text += ", in the graph of " + call_text(*place.graph_launch);
  return text + ", in " + stream_text(place.stream);
}

/// @param of_memory one side allocates or frees it. Which access of the other side is the first one
/// depends on what ran when.
std::string side_text(const RaceSide& side, bool of_memory) {
  if (of_memory && !side.is_memory()) {
    return "  use     " + operation_text(*side.operation) + "\n";
  }
  std::string text = verb_of(side.touch);
  if (side.pc != nullptr) text += source_line(side.pc) + " by ";
  return text + (is_host_code(side) ? "host code" : operation_text(*side.operation)) + "\n";
}

bool is_atomic(const RaceSide& side) {
  return side.touch == Touch::kUpdate || side.touch == Touch::kStrongRead ||
         side.touch == Touch::kStrongWrite;
}

/// One launch of a graph.
bool share_a_graph(const Operation& a, const Operation& b) {
  const auto& first = a.place.graph_launch;
  const auto& second = b.place.graph_launch;
  return first && second && first->site == second->site && a.place.stream.id == b.place.stream.id;
}

/// The second follows the first in its stream, but need not wait for it.
bool starts_early(const RaceSide& first, const RaceSide& second) {
  return second.operation->may_start_early && second.operation->happens_after(*first.operation);
}

std::string advice_for(const RaceSide& first, const RaceSide& second) {
  if (starts_early(first, second) && second.operation->waits_for_primary) {
    return "cudaGridDependencySynchronize waits for the kernel directly in front, and a kernel in "
           "between has not waited itself: call it in every kernel of the chain";
  }
  if (starts_early(first, second)) {
    return "with programmatic stream serialization a kernel may run before the one in front of it "
           "has ended: call cudaGridDependencySynchronize before it touches what that one writes "
           "or reads";
  }
  if (is_host_code(first) || is_host_code(second)) {
    return "what is in a stream may happen at any time until the host has waited for it: wait with "
           "cudaStreamSynchronize, cudaEventSynchronize or cudaDeviceSynchronize before host code "
           "uses the memory";
  }
  if (share_a_graph(*first.operation, *second.operation)) {
    return "nodes of a graph without a path of edges between them run in any order, and at the "
           "same time: add a dependency; in a capture, by an event that one stream records and the "
           "other one waits for";
  }
  if (are_on_devices(*first.operation, *second.operation) && is_atomic(first) &&
      is_atomic(second)) {
    return "an atomic operation is atomic for its own device, unless its scope is the system: "
           "between devices use atomicAdd_system and its relatives, or cuda::atomic with "
           "cuda::thread_scope_system";
  }
  std::string advice =
      "streams run at the same time: record an event behind the first operation "
      "(cudaEventRecord), and let the other stream wait for it in front of the second one "
      "(cudaStreamWaitEvent)";
  const StreamName& a = first.operation->place.stream;
  const StreamName& b = second.operation->place.stream;
  if (a.is_legacy || b.is_legacy) {
    advice +=
        "; a stream that was created with cudaStreamNonBlocking does not wait for the default "
        "stream";
  }
  return advice;
}

/// "byte 4 of 4096 bytes of host memory", seen from what a copy reads or writes of it; else empty.
std::string pageable_position(const RaceSide& side, std::uintptr_t address) {
  const bool is_copy = side.touch == Touch::kCopyRead || side.touch == Touch::kCopyWrite;
  if (!is_copy ||
      accessibility_of(reinterpret_cast<const void*>(address), 1) != Accessibility::kHost)
    return "";
  for (const FootprintPart& part : side.operation->used->parts) {
    const std::uintptr_t begin = part.ranges.front().begin, end = part.ranges.back().end;
    if (part.touch != side.touch || address < begin || address >= end) continue;
    return "byte " + std::to_string(address - begin) + " of " + std::to_string(end - begin) +
           " bytes of host memory";
  }
  return "";
}

std::string position_of(const RaceSide& first, const RaceSide& second, std::uintptr_t address) {
  std::string text = pageable_position(first, address);
  if (text.empty()) text = pageable_position(second, address);
  return text.empty() ? global_position(address) : text;
}

}  // namespace

std::string lost_memory_text(const OperationPtr& copy, const FootprintPart& part) {
  const bool reads = part.touch == Touch::kCopyRead;
  const std::size_t bytes = part.ranges.back().end - part.ranges.front().begin;
  return "simt: a copy " + std::string(reads ? "reads" : "writes") + " " + std::to_string(bytes) +
         " bytes of host memory that are not there, or no longer\n" +
         side_text({copy, part.touch, nullptr}, false) +
         "  advice  in a stream or a graph a copy uses its memory when its turn comes, not when it "
         "is called: keep what it copies from and to until the host has waited for it\n";
}

std::string absent_memory_text(const OperationPtr& operation, std::uintptr_t address) {
  if (std::string race = stream_order().memory_race(operation, address, Touch::kCopyRead, nullptr);
      !race.empty()) {
    return race;
  }
  std::string advice;
  const Whereabouts whereabouts = describe_global(address, &advice);
  return "simt: an operation uses global memory that is not there, " + whereabouts.where + "\n" +
         "  use     " + operation_text(*operation) + "\n  advice  " + advice + "\n";
}

std::string endless_loop_text(const OperationPtr& node, double seconds, std::uint64_t rounds) {
  char limit[32];
  std::snprintf(limit, sizeof limit, "%g", seconds);
  return std::string("simt: a loop of a graph has not ended after ") + limit + " seconds and " +
         std::to_string(rounds) + (rounds == 1 ? " round" : " rounds") + "\n  node    " +
         operation_text(*node) +
         "\n  advice  a kernel of its body has to set the condition to 0 with "
         "cudaGraphSetConditional, in the end; if the loop is right and needs longer, "
         "SIMT_TIMEOUT sets the time in seconds\n";
}

std::string unset_condition_text(const OperationPtr& node) {
  return "a node of a graph looks at its condition, which nobody has set in this launch\n  node   "
         " " +
         operation_text(*node) +
         "\n  advice  call cudaGraphSetConditional in a kernel that the node depends on, or make "
         "the handle with a value and cudaGraphCondAssignDefault\n";
}

std::string race_text(const RaceSide& first, const RaceSide& second, std::uintptr_t address) {
  const bool with_host = is_host_code(first) || is_host_code(second);
  std::string text =
      with_host                     ? "simt: race between host and device: "
      : starts_early(first, second) ? "simt: race between dependent launches: "
      : share_a_graph(*first.operation, *second.operation) ? "simt: race between nodes of a graph: "
      : are_on_devices(*first.operation, *second.operation) ? "simt: race between devices: "
                                                            : "simt: race between streams: ";
  const bool of_memory = first.is_memory() || second.is_memory();
  text += of_memory   ? "an operation uses memory that another one allocates or frees, "
          : with_host ? "both use "
                      : "two operations use ";
  const std::string position = position_of(first, second, address);
  text += of_memory ? position.substr(position.find("the ")) : position;
  return text +
         (with_host                     ? ", and the host has not waited\n"
          : starts_early(first, second) ? ", and the second one does not wait for the first\n"
                                        : ", and nothing orders them\n") +
         side_text(first, of_memory) + side_text(second, of_memory) + "  advice  " +
         advice_for(first, second) + "\n" + (of_memory ? "" : race_note("SIMT_CHECK_STREAMS"));
}

}  // namespace simt
