// Reads and writes of surfaces.
#include <algorithm>
#include <cstring>
#include <string>

#include "simt/textures.h"

#include "api/textures/texture.h"
#include "base/address_map.h"
#include "base/trace_event.h"
#include "execution/device_code/wrong_access.h"
#include "execution/threads/running_thread.h"
#include "memory/written.h"

namespace simt {
namespace {

/// One access of a kernel.
struct SurfaceAccess {
  const char* function;
  cudaSurfaceObject_t object;
  int dimensions, bytes;
  int at[3];  ///< x in bytes
  cudaSurfaceBoundaryMode mode;
  const void* pc;

  /// Where the bytes are; null if they are outside and the mode is cudaBoundaryModeZero.
  char* locate(Op op) const;

 private:
  /// @param what returns how the report goes on after the function's name
  template <class What>
  [[noreturn]] void refuse(cudaError_t code, What what, const char* advice) const {
    stop_kernel(
        code, [&] { return function + std::string(what()); }, pc, advice);
  }
};

char* SurfaceAccess::locate(Op op) const {
  const Surface* surface = find_surface(object);
  require_kernel(function);
  if (surface == nullptr) {
    refuse(
        cudaErrorInvalidSurface, [] { return " of a surface object that does not exist"; },
        "pass what cudaCreateSurfaceObject has returned, and destroy it only after the kernel "
        "has finished");
  }
  const Texels& texels = surface->texels;
  const bool is_layered = dimensions == 4;
  if (texels.dimensions != (is_layered ? 2 : dimensions) || (texels.layers > 0) != is_layered) {
    refuse(
        cudaErrorInvalidSurface,
        [] { return " of an array of another number of dimensions, or with layers"; },
        "use the function with the dimensions of the array, and with layers if it has some");
  }
  if (at[0] % bytes != 0) {
    refuse(
        cudaErrorMisalignedAddress,
        [&] { return " at byte " + std::to_string(at[0]) + " of its row"; },
        "x counts bytes: multiply the index with the size of an element");
  }
  const int ends[] = {static_cast<int>(texels.row_bytes) - bytes, texels.extent[1] - 1,
                      (is_layered ? texels.layers : texels.extent[2]) - 1};
  char* address = const_cast<char*>(texels.data);
  const std::size_t strides[] = {1, texels.row_bytes, texels.slice_bytes};
  for (int d = 0; d < std::min(dimensions, 3); ++d) {
    int i = at[d];
    if (i < 0 || i > ends[d]) {
      if (mode == cudaBoundaryModeZero) return nullptr;
      if (mode != cudaBoundaryModeClamp) {
        refuse(
            cudaErrorLaunchFailure,
            [&] {
              return " out of bounds, at " + std::to_string(i) + " in dimension " +
                     std::to_string(d);
            },
            "compare the index with the extent of the array, where x counts bytes; or choose "
            "another boundary mode");
      }
      i = std::clamp(i, 0, ends[d]);
    }
    address += static_cast<std::size_t>(i) * strides[d];
  }
  const auto first = reinterpret_cast<std::uintptr_t>(address);
  const Access access(op, Space::kGlobal, static_cast<unsigned>(bytes));
  if (!global_access_is_valid(first, static_cast<unsigned>(bytes))) {
    fail_invalid_global(first, access, pc);
  }
  record_access(first, access, pc);
  if (op == Op::kStore) mark_written(first, access.bytes());
  return address;
}

}  // namespace

Texel read_surface(cudaSurfaceObject_t object, int dimensions, int bytes, int x, int y, int z,
                   cudaSurfaceBoundaryMode mode) {
  const SurfaceAccess access = {
      "a surface read", object, dimensions, bytes, {x, y, z}, mode, __builtin_return_address(0)};
  Texel texel = {0, 0};
  if (const char* from = access.locate(Op::kLoad)) {
    std::memcpy(&texel, from, static_cast<std::size_t>(bytes));
  }
  return texel;
}

void write_surface(cudaSurfaceObject_t object, int dimensions, int bytes, int x, int y, int z,
                   cudaSurfaceBoundaryMode mode, Texel texel) {
  const SurfaceAccess access = {
      "a surface write", object, dimensions, bytes, {x, y, z}, mode, __builtin_return_address(0)};
  if (char* to = access.locate(Op::kStore))
    std::memcpy(to, &texel, static_cast<std::size_t>(bytes));
}

}  // namespace simt
