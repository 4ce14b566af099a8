#include "memory/copy_refusals.h"

#include <string>

#include "base/address_map.h"
#include "base/symbols.h"
#include "memory/whereabouts.h"

namespace simt {
namespace {

/// Why nobody can use that many bytes from there on.
std::string useless_text(const std::string& name, const CopyEnd& end) {
  if (end.pointer == nullptr) return name + " is a null pointer";
  const auto address = reinterpret_cast<std::uintptr_t>(end.pointer);
  const std::string bytes = std::to_string(end.bytes);
  if (accessibility_of(end.pointer, 1) != Accessibility::kNone) {
    return name + " is " + bytes + (end.bytes == 1 ? " byte" : " bytes") + " from " +
           global_position(address) + ", and that goes past the end";
  }
  if (address - kGlobalBase >= kGlobalBytes) return name + " is no memory that a copy can use";
  std::string advice;
  const auto [memory, where] = describe_global(address, &advice);
  return name + " is no memory that is allocated: " + where;
}

const char* name_of(cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost:
      return "cudaMemcpyHostToHost";
    case cudaMemcpyHostToDevice:
      return "cudaMemcpyHostToDevice";
    case cudaMemcpyDeviceToHost:
      return "cudaMemcpyDeviceToHost";
    case cudaMemcpyDeviceToDevice:
      return "cudaMemcpyDeviceToDevice";
    default:
      return nullptr;
  }
}

/// What a kind says of a side that is not that.
std::string wrong_side(const char* name, bool is_device, Accessibility is) {
  const bool fits = is == Accessibility::kBoth || (is == Accessibility::kDevice) == is_device;
  if (fits) return {};
  return std::string(name) + (is_device ? " is memory of the host" : " is memory of the device");
}

}  // namespace

CopyEnd copy_end(const void* pointer, std::size_t bytes) {
  return {pointer, bytes, accessibility_of(pointer, bytes)};
}

std::string copy_refusal(cudaMemcpyKind kind, const CopyEnd& to, const CopyEnd& from) {
  for (const void* const side : {to.pointer, from.pointer}) {
    if (is_array(side)) return {};
  }
  if (to.accessibility == Accessibility::kNone) return useless_text("the target", to);
  if (from.accessibility == Accessibility::kNone) return useless_text("the source", from);
  const char* const name = name_of(kind);
  if (name == nullptr) return "there is no kind " + std::to_string(kind) + " of copies";
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const std::string target = wrong_side("the target", to_device, to.accessibility);
  const std::string source = wrong_side("the source", from_device, from.accessibility);
  if (target.empty() && source.empty()) return {};
  const bool both = !target.empty() && !source.empty();
  return std::string("the kind is ") + name + ", but " + target + (both ? ", and " : "") + source +
         (both ? "; the target comes first" : "");
}

std::string set_refusal(const CopyEnd& to) {
  if (to.accessibility == Accessibility::kNone) return useless_text("the target", to);
  if (to.accessibility == Accessibility::kHost) return "the target is memory of the host";
  return {};
}

}  // namespace simt
