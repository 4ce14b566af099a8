// What is reported of a kernel that uses memory which is not its own.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/fiber.h"
#include "base/symbols.h"
#include "execution/block/block.h"
#include "execution/block/pools.h"
#include "memory/memory.h"
#include "memory/registered.h"
#include "operations/stream_order.h"

namespace simt {
namespace {

std::string access_text(Access access) {
  const char* verb = access.op() == Op::kLoad    ? "read of "
                     : access.op() == Op::kStore ? "write of "
                                                 : "atomic on ";
  return verb + std::to_string(access.bytes()) + (access.bytes() == 1 ? " byte" : " bytes");
}

}  // namespace

bool Block::is_parameter(std::uintptr_t address) const {
  return address - reinterpret_cast<std::uintptr_t>(grid_->call.get()) < grid_->call->size;
}

void report_invalid_global(std::uintptr_t address, Access access, const void* pc) {
  recorder.cursor = nullptr;
  const Touch touch = access.op() == Op::kLoad    ? Touch::kRead
                      : access.op() == Op::kStore ? Touch::kWrite
                                                  : Touch::kUpdate;
  if (std::string race = memory_race(current_block()->grid().operation, address, touch, pc);
      !race.empty()) {
    current_block()->give_up({cudaErrorIllegalAddress, std::move(race)});
  }
  std::string advice = "compare the index with the number of elements before the access";
  const std::string where = describe_global(address, &advice);
  current_block()->fail(
      cudaErrorIllegalAddress,
      access_text(access) + " of " + memory_name(address) + " out of bounds, " + where, pc, advice);
}

void report_invalid_shared(std::uintptr_t address, Access access, const void* pc) {
  recorder.cursor = nullptr;
  current_block()->check_owner(address, pc);
  current_block()->fail(cudaErrorIllegalAddress,
                        access_text(access) + " of shared memory out of bounds, " +
                            current_block()->describe_shared(address),
                        pc, "compare the index with the extent of the array");
}

void report_not_mapped(std::uintptr_t address, Access access, const void* pc) {
  recorder.cursor = nullptr;
  current_block()->check_owner(address, pc);
  current_block()->fail(
      cudaErrorIllegalAddress,
      access_text(access) + " at " + current_block()->shared_position(address) + " of block " +
          std::to_string(current_block()->cluster().owner_of(address)) +
          " of the cluster, whose address is not mapped",
      pc,
      "CUDA promises another block's memory only behind what map_shared_rank() returns: hand "
      "that on, or call it where the memory is used");
}

void report_misaligned(std::uintptr_t address, Access access, const void* pc) {
  recorder.cursor = nullptr;
  char text[32];
  std::snprintf(text, sizeof text, "0x%zx", address);
  current_block()->fail(cudaErrorMisalignedAddress,
                        access_text(access) + " at the misaligned address " + text, pc,
                        "the address of an access must be a multiple of its size, " +
                            std::to_string(access.bytes()) + " bytes");
}

void report_constant_write(std::uintptr_t, Access access, const void* pc) {
  recorder.cursor = nullptr;
  current_block()->fail(cudaErrorIllegalAddress, access_text(access) + " of constant memory", pc,
                        "kernels only read __constant__ variables; the host writes them with "
                        "cudaMemcpyToSymbol");
}

void report_host_pointer(std::uintptr_t address, Access access, const void* pc) {
  recorder.cursor = nullptr;
  if (address < 4096) {
    current_block()->fail(cudaErrorIllegalAddress, access_text(access) + " through a null pointer",
                          pc, "was the pointer allocated, and was that checked?");
  }
  if (is_on_stack(address)) {
    current_block()->fail(
        cudaErrorIllegalAddress, access_text(access) + " of another thread's local variable", pc,
        current_block()->grid().parent != nullptr
            ? "a child grid sees global memory only: what it shall read or write must "
              "not be its parent's local variable"
            : "local variables are private to their thread: exchange values through "
              "shared memory or shuffles");
  }
  if (const auto gone = unregistered_at(address)) {
    current_block()->fail(
        cudaErrorIllegalAddress,
        access_text(access) +
            " of host memory that is no longer registered, "
            "since " +
            source_line(gone->site),
        pc, "call cudaHostUnregister only after the last kernel that uses the memory");
  }
  current_block()->fail(cudaErrorIllegalAddress, access_text(access) + " of host memory", pc,
                        "pass a pointer from cudaMalloc and copy the data there; a kernel sees "
                        "host variables only as arguments, and `new` in a kernel gives host memory "
                        "on the CPU backend");
}

void report_read_only_write(const RegisteredRange& range, Access access, const void* pc) {
  recorder.cursor = nullptr;
  current_block()->fail(cudaErrorIllegalAddress,
                        access_text(access) + " of host memory that was registered read-only at " +
                            source_line(range.site),
                        pc, "leave cudaHostRegisterReadOnly out where kernels write");
}

void report_stack_overflow(const void* pc) {
  recorder.cursor = nullptr;
  current_block()->fail(cudaErrorLaunchFailure,
                        "the thread's local memory and calls need more than its stack of 64 KiB",
                        pc, "make local arrays smaller, or the recursion less deep");
}

void host_dereferenced_device_memory(std::uintptr_t, const void* pc) {
  std::fprintf(
      stderr,
      "simt: host code reads or writes device memory\n  at      %s\n  advice  copy it with "
      "cudaMemcpy; on a GPU this is a segmentation fault\n",
      source_line(pc).c_str());
  std::_Exit(1);
}

void host_left_allocation(std::uintptr_t address, const void* pc) {
  std::string advice = "compare the index with the number of elements before the access";
  const std::string where = describe_global(address, &advice);
  std::fprintf(stderr,
               "simt: host code reads or writes %s out of bounds, %s\n  at      %s\n  advice  %s\n",
               memory_name(address), where.c_str(), source_line(pc).c_str(), advice.c_str());
  std::_Exit(1);
}

}  // namespace simt
