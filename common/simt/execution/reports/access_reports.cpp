#include "execution/reports/access_reports.h"

#include <cstdio>
#include <utility>

#include "base/address_map.h"
#include "base/numbers.h"
#include "base/symbols.h"
#include "base/trace_event.h"
#include "execution/grid/parameter_names.h"
#include "memory/whereabouts.h"
#include "operations/stream_order.h"

namespace simt {
namespace {

/// Shared memory begins at one address in all blocks, as on a GPU.
std::string hexadecimal(std::uintptr_t address) {
  if (is_any_shared(address)) address = kSharedBase + (address - kSharedBase) % kSharedWindow;
  char text[32];
  std::snprintf(text, sizeof text, "0x%zx", address);
  return text;
}

KernelError report_of(const WrongAccess& wrong, cudaError_t code, const std::string& what,
                      std::string_view advice) {
  const std::string verb = verb_of(wrong.access.op());
  const unsigned bytes = wrong.access.bytes();
  return error_report(code, verb + bytes_text(bytes) + what, wrong.pc, wrong.by, advice);
}

KernelError report_of(const WrongAccess& wrong, const std::string& what, std::string_view advice) {
  return report_of(wrong, cudaErrorIllegalAddress, what, advice);
}

}  // namespace

KernelError invalid_global_report(const WrongAccess& wrong, const Grid& grid) {
  const Op op = wrong.access.op();
  const Touch touch = op == Op::kLoad    ? Touch::kRead
                      : op == Op::kStore ? Touch::kWrite
                                         : Touch::kUpdate;
  if (std::string race = stream_order().memory_race(grid.operation, wrong.address, touch, wrong.pc);
      !race.empty()) {
    return {cudaErrorIllegalAddress, std::move(race)};
  }
  std::string advice = "compare the index with the number of elements before the access";
  const auto [memory, where] =
      describe_global(wrong.address, &advice, [&grid](std::uintptr_t begin, std::uintptr_t end) {
        return parameter_note(grid, begin, end);
      });
  return report_of(wrong, std::string(" of ") + memory + " out of bounds, " + where, advice);
}

KernelError invalid_shared_report(const WrongAccess& wrong, const std::string& where) {
  return report_of(wrong, " of shared memory out of bounds, " + where,
                   "compare the index with the extent of the array");
}

KernelError not_mapped_report(const WrongAccess& wrong, const std::string& where, unsigned owner) {
  return report_of(
      wrong,
      " at " + where + " of block " + std::to_string(owner) +
          " of the cluster, whose address is not mapped",
      "CUDA promises another block's memory only behind what map_shared_rank() returns: hand "
      "that on, or call it where the memory is used");
}

KernelError misaligned_report(const WrongAccess& wrong) {
  return report_of(wrong, cudaErrorMisalignedAddress,
                   " at the misaligned address " + hexadecimal(wrong.address),
                   "the address of an access must be a multiple of its size, " +
                       std::to_string(wrong.access.bytes()) + " bytes");
}

KernelError misaligned_type_report(const WrongAccess& wrong, std::string_view type,
                                   unsigned alignment) {
  if (type.size() > 2 && type.front() == '\'') type = type.substr(1, type.size() - 2);
  for (const std::string_view word : {"const ", "volatile ", "struct ", "class ", "union "}) {
    if (type.substr(0, word.size()) == word) type.remove_prefix(word.size());
  }
  const std::string name(type);
  return error_report(cudaErrorMisalignedAddress,
                      verb_of(wrong.access.op()) + "one " + name + " at the misaligned address " +
                          hexadecimal(wrong.address),
                      wrong.pc, wrong.by,
                      "the address of each " + name + " must be a multiple of its alignment, " +
                          std::to_string(alignment) + " bytes");
}

KernelError constant_write_report(const WrongAccess& wrong) {
  return report_of(wrong, " of constant memory",
                   "kernels only read __constant__ variables; the host writes them with "
                   "cudaMemcpyToSymbol");
}

KernelError null_pointer_report(const WrongAccess& wrong) {
  return report_of(wrong, " through a null pointer",
                   "was the pointer allocated, and was that checked?");
}

KernelError foreign_local_report(const WrongAccess& wrong, bool is_child) {
  return report_of(wrong, " of another thread's local variable",
                   is_child ? "a child grid sees global memory only: what it shall read or write "
                              "must not be its parent's local variable"
                            : "local variables are private to their thread: exchange values "
                              "through shared memory or shuffles");
}

KernelError outside_variable_report(const WrongAccess& wrong) {
  const auto pointer = reinterpret_cast<const void*>(wrong.address);
  const std::string where = next_to_variable(pointer, wrong.access.bytes());
  if (where.empty()) return host_memory_report(wrong);
  return report_of(wrong, " out of bounds, " + where,
                   "compare the index with the number of elements before the access");
}

KernelError host_memory_report(const WrongAccess& wrong) {
  if (const auto gone = unregistered_at(wrong.address)) {
    return report_of(
        wrong, " of host memory that is no longer registered, since " + source_line(gone->site),
        "call cudaHostUnregister only after the last kernel that uses the memory");
  }
  return report_of(wrong, " of host memory",
                   "pass a pointer from cudaMalloc and copy the data there; a kernel sees "
                   "host variables only as arguments, by value");
}

KernelError read_only_write_report(const WrongAccess& wrong, const RegisteredRange& range) {
  return report_of(wrong,
                   " of host memory that was registered read-only at " + source_line(range.site),
                   "leave cudaHostRegisterReadOnly out where kernels write");
}

KernelError index_report(std::int64_t index, const char* array, const void* pc,
                         const ThreadPlace& by) {
  std::string type = array;
  if (type.size() > 2 && type.front() == '\'') type = type.substr(1, type.size() - 2);
  return error_report(
      cudaErrorIllegalAddress,
      "index " + std::to_string(index) + " is out of bounds of an array of type " + type, pc, by,
      "compare the index with the number of elements: next to an array of a thread lie "
      "other variables of its own, or nothing at all, so on a GPU this may go unnoticed");
}

KernelError virtual_call_report(std::uintptr_t object, const void* pc, const ThreadPlace& by) {
  return error_report(
      cudaErrorIllegalAddress,
      "a virtual function of an object that host code has made, at " + global_position(object), pc,
      by,
      "an object refers to the functions of the side that has constructed it, also when "
      "its bytes are copied: construct it in a kernel, with new at its place");
}

KernelError stack_overflow_report(const void* pc, const ThreadPlace& by) {
  return error_report(cudaErrorLaunchFailure,
                      "the thread's local memory and calls need more than its stack of 64 KiB", pc,
                      by, "make local arrays smaller, or the recursion less deep");
}

}  // namespace simt
