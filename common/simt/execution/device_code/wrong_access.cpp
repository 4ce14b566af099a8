#include "execution/device_code/wrong_access.h"

#include "execution/block/block.h"
#include "execution/reports/access_reports.h"
#include "execution/threads/running_thread.h"
#include "execution/threads/stacks.h"

namespace simt {
namespace {

WrongAccess wrong_access(std::uintptr_t address, Access access, const void* pc) {
  return {address, access, pc, running_thread()};
}

}  // namespace

void fail_invalid_global(std::uintptr_t address, Access access, const void* pc) {
  stop_kernel_with(
      [&] { return invalid_global_report(wrong_access(address, access, pc), running_grid()); });
}

void check_invalid_shared(std::uintptr_t address, Access access, const void* pc) {
  const Unrecorded unrecorded;
  Block& block = *current_block();
  if (block.watch().copies.check(address, access, pc)) return;
  block.cluster().check_owner(address, pc);
  stop_kernel_with([&] {
    return invalid_shared_report(wrong_access(address, access, pc),
                                 block.cluster().shared().distance_text(address));
  });
}

void fail_not_mapped(std::uintptr_t address, Access access, const void* pc) {
  Block& block = *current_block();
  block.cluster().check_owner(address, pc);
  stop_kernel_with([&] {
    return not_mapped_report(wrong_access(address, access, pc),
                             block.cluster().shared().position_text(address),
                             block.cluster().owner_of(address));
  });
}

void fail_misaligned(std::uintptr_t address, Access access, const void* pc) {
  stop_kernel_with([&] { return misaligned_report(wrong_access(address, access, pc)); });
}

void fail_misaligned_type(std::uintptr_t address, Op op, const char* type, unsigned alignment,
                          const void* pc) {
  const Access access(op, Space::kGlobal, 0);
  stop_kernel_with(
      [&] { return misaligned_type_report(wrong_access(address, access, pc), type, alignment); });
}

void fail_constant_write(std::uintptr_t address, Access access, const void* pc) {
  stop_kernel_with([&] { return constant_write_report(wrong_access(address, access, pc)); });
}

void fail_outside_variable(std::uintptr_t address, Access access, const void* pc) {
  stop_kernel_with([&] { return outside_variable_report(wrong_access(address, access, pc)); });
}

void fail_host_pointer(std::uintptr_t address, Access access, const void* pc) {
  stop_kernel_with([&] {
    const WrongAccess wrong = wrong_access(address, access, pc);
    if (address < 4096) return null_pointer_report(wrong);
    if (!is_on_stack(address)) return outside_variable_report(wrong);
    return foreign_local_report(wrong, running_grid().family.parent != nullptr);
  });
}

void fail_read_only_write(std::uintptr_t address, Access access, const void* pc,
                          const RegisteredRange& range) {
  stop_kernel_with(
      [&] { return read_only_write_report(wrong_access(address, access, pc), range); });
}

void fail_virtual_call(std::uintptr_t object, const void* pc) {
  stop_kernel_with([&] { return virtual_call_report(object, pc, running_thread()); });
}

void fail_stack_overflow(const void* pc) {
  stop_kernel_with([&] { return stack_overflow_report(pc, running_thread()); });
}

}  // namespace simt
