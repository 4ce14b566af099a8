// What -fsanitize=alignment calls for an access whose address does not fit the alignment of its type. The hooks
// of -fsanitize=thread know only the size, and 16 bytes may be a float4, aligned to 16, or a struct
// of the program's, aligned to 8. So simtcc asks the compiler where a program has structs of its own in other memory.
#include <cstdint>

#include "base/address_map.h"
#include "base/static_memory.h"
#include "base/trace_event.h"
#include "base/ubsan_data.h"
#include "base/worker.h"
#include "execution/device_code/wrong_access.h"
#include "memory/registered.h"

namespace simt {
namespace {

constexpr std::uint8_t kLoad = 0, kStore = 1;  // others are no accesses of the whole

/// Whether it is memory of which nothing else is wrong; a thread's own variables lie elsewhere on a GPU.
bool is_checked(std::uintptr_t address) {
  if (address - kGlobalBase < kGlobalBytes) return global_access_is_valid(address, 1);
  if (is_any_shared(address)) return shared_access_is_valid(unmapped(address), 1);
  return is_in_variable(address, 1) || registered_at(address, 1).has_value();
}

}  // namespace
}  // namespace simt

extern "C" void __ubsan_handle_type_mismatch_v1(const void* data, std::uintptr_t address);
void __ubsan_handle_type_mismatch_v1(const void* data, std::uintptr_t address) {
  using namespace simt;
  if (worker().recorder.cursor == nullptr) return;  // host code
  const auto& access = *static_cast<const TypeMismatch*>(data);
  const unsigned alignment = 1u << access.log_alignment;
  if (access.kind > kStore || address % alignment == 0 || !is_checked(address)) return;
  fail_misaligned_type(address, access.kind == kLoad ? Op::kLoad : Op::kStore, access.type->name,
                       alignment, __builtin_return_address(0));
}
