// Fetches from textures, by the formulas of "Texture Fetching" in the CUDA C++ Programming Guide.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "simt/small_float.h"
#include "simt/textures.h"

#include "api/textures/texture.h"
#include "base/address_map.h"
#include "base/trace_event.h"
#include "execution/device_code/hooks.h"
#include "execution/device_code/wrong_access.h"
#include "execution/threads/running_thread.h"

namespace simt {
namespace {

/// The 32 bits that a fetch returns for each channel.
struct Element {
  std::uint32_t bits[4] = {};
};

Texel packed(const Element& e) {
  return {e.bits[0] | std::uint64_t{e.bits[1]} << 32, e.bits[2] | std::uint64_t{e.bits[3]} << 32};
}

const char* function_of(const Fetch& fetch) {
  static constexpr const char* kPlain[] = {"tex1Dfetch()", "tex1D()", "tex2D()", "tex3D()"};
  if (fetch.is_cube) return "texCubemap()";
  if (fetch.is_layered) return fetch.dimensions == 1 ? "tex1DLayered()" : "tex2DLayered()";
  return kPlain[fetch.dimensions];
}
constexpr const char* kResources[] = {"linear memory", "a texture of one dimension",
                                      "a texture of two dimensions",
                                      "a texture of three dimensions"};

bool has_layers(const Fetch& fetch) { return fetch.is_layered || fetch.is_cube; }

bool reads_float(const Texture& texture) {
  return texture.texels.kind == cudaChannelFormatKindFloat ||
         (texture.desc.readMode == cudaReadModeNormalizedFloat && texture.texels.bits < 32);
}

/// What is wrong where the object does not fit what the kernel asks of it.
KernelError misfit_report(const Texture* texture, const Fetch& fetch, const void* pc) {
  const std::string function = function_of(fetch);
  const auto report = [pc](const std::string& what, const char* advice) {
    return error_report(cudaErrorInvalidTexture, what, pc, running_thread(), advice);
  };
  if (texture == nullptr) {
    return report(function + " of a texture object that does not exist",
                  "pass what cudaCreateTextureObject has returned, and destroy it only after the "
                  "kernel has finished");
  }
  const Texels& texels = texture->texels;
  if (texels.dimensions != fetch.dimensions) {
    return report(
        function + " of " + kResources[texels.dimensions],
        "linear memory is read with tex1Dfetch(), an array with the function of its dimensions");
  }
  if ((texels.layers > 0) != has_layers(fetch) || texels.is_cube != fetch.is_cube) {
    return report(function + " of " +
                      (texels.is_cube      ? "a cube map"
                       : texels.layers > 0 ? "an array with layers"
                                           : "an array without layers"),
                  "an array of cudaArrayLayered is read with tex1DLayered() or tex2DLayered(), one "
                  "of cudaArrayCubemap with texCubemap()");
  }
  if (reads_float(*texture) != fetch.is_float) {
    return report(
        function + (fetch.is_float ? " asks for floats from a texture that gives integers"
                                   : " asks for integers from a texture that gives floats"),
        "the type in <> is that of the elements, or of float if the read mode is "
        "cudaReadModeNormalizedFloat");
  }
  return report(function + " asks for " + std::to_string(fetch.channels) +
                    " channels; the texture has " + std::to_string(texels.channels),
                "the type in <> is that of the elements");
}

/// The object, if it fits what the kernel asks of it.
const Texture& checked(cudaTextureObject_t object, const Fetch& fetch, const void* pc) {
  require_kernel(function_of(fetch));
  const Texture* texture = find_texture(object);
  if (texture != nullptr && texture->texels.dimensions == fetch.dimensions &&
      (texture->texels.layers > 0) == has_layers(fetch) &&
      texture->texels.is_cube == fetch.is_cube && reads_float(*texture) == fetch.is_float &&
      fetch.channels <= texture->texels.channels) [[likely]] {
    return *texture;
  }
  stop_kernel_with([&] { return misfit_report(texture, fetch, pc); });
}

std::uint32_t float_bits(double value) {
  return __builtin_bit_cast(std::uint32_t, static_cast<float>(value));
}

template <class Signed, class Unsigned>
std::uint32_t integer_channel(const char* at, bool is_signed, bool is_normalized) {
  Unsigned value;
  std::memcpy(&value, at, sizeof value);
  const auto as_signed = static_cast<Signed>(value);
  if (!is_normalized) return is_signed ? static_cast<std::uint32_t>(as_signed) : value;
  if (!is_signed) return float_bits(value / static_cast<double>(static_cast<Unsigned>(-1)));
  const double most = std::numeric_limits<Signed>::max();
  return float_bits(std::max(as_signed / most, -1.0));
}

Element load(const Texture& texture, const int (&at)[3], const void* pc) {
  const Texels& texels = texture.texels;
  const std::size_t bytes = texels.element_bytes();
  const char* data = texels.data + static_cast<std::size_t>(at[2]) * texels.slice_bytes +
                     static_cast<std::size_t>(at[1]) * texels.row_bytes +
                     static_cast<std::size_t>(at[0]) * bytes;
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  if (address - kGlobalBase < kGlobalBytes &&
      !global_access_is_valid(address, static_cast<unsigned>(bytes))) {
    fail_invalid_global(address, Access(Op::kLoad, Space::kGlobal, static_cast<unsigned>(bytes)),
                        pc);
  }
  record_access(address, Access(Op::kLoad, Space::kGlobal, static_cast<unsigned>(bytes)), pc);
  const bool is_signed = texels.kind == cudaChannelFormatKindSigned;
  const bool is_float = texels.kind == cudaChannelFormatKindFloat;
  const bool is_normalized = texture.desc.readMode == cudaReadModeNormalizedFloat;
  Element element;
  for (int c = 0; c < texels.channels; ++c) {
    const char* channel = data + c * texels.bits / 8;
    if (texels.bits == 32) {
      std::memcpy(&element.bits[c], channel, 4);
    } else if (is_float) {
      unsigned short half;
      std::memcpy(&half, channel, 2);
      element.bits[c] = __builtin_bit_cast(std::uint32_t, decode<10>(half));
    } else if (texels.bits == 16) {
      element.bits[c] =
          integer_channel<std::int16_t, std::uint16_t>(channel, is_signed, is_normalized);
    } else {
      element.bits[c] =
          integer_channel<std::int8_t, std::uint8_t>(channel, is_signed, is_normalized);
    }
  }
  return element;
}

/// The element that stands for index `i` of `n`; -1 is the border.
int resolve(int i, int n, cudaTextureAddressMode mode) {
  switch (mode) {
    case cudaAddressModeClamp:
      return std::clamp(i, 0, n - 1);
    case cudaAddressModeBorder:
      return i < 0 || i >= n ? -1 : i;
    case cudaAddressModeWrap:
      return (i % n + n) % n;
    case cudaAddressModeMirror: {
      const int m = (i % (2 * n) + 2 * n) % (2 * n);
      return m < n ? m : 2 * n - 1 - m;
    }
  }
  return 0;
}

Element load_or_border(const Texture& texture, const int (&at)[3], const void* pc) {
  for (int d = 0; d < texture.texels.dimensions; ++d) {
    if (at[d] >= 0) continue;
    Element border;
    for (int c = 0; c < 4; ++c) {
      if (reads_float(texture)) border.bits[c] = float_bits(texture.desc.borderColor[c]);
    }
    return border;
  }
  return load(texture, at, pc);
}

/// Where a coordinate lies: between the elements `low` and `high`, `fraction`/256 of the way. Without
/// a filter both are the same.
struct Position {
  int low, high, fraction;
};

Position locate(const Texture& texture, int d, float coordinate) {
  constexpr double kFar = 1 << 30;
  const int n = texture.texels.extent[d];
  cudaTextureAddressMode mode = texture.desc.addressMode[d];
  double x = coordinate;
  if (texture.desc.normalizedCoords != 0) {
    x *= n;
  } else if (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror) {
    mode = cudaAddressModeClamp;  // as the Guide says of coordinates that are not normalized
  }
  if (!(x > -kFar)) x = -kFar;  // and what is no number
  if (x > kFar) x = kFar;
  if (texture.desc.filterMode == cudaFilterModePoint) {
    const int i = resolve(static_cast<int>(std::floor(x)), n, mode);
    return {i, i, 0};
  }
  // The hardware has 8 bits for the fraction.
  const auto fixed = static_cast<long long>(std::floor((x - 0.5) * 256 + 0.5));
  const int i = static_cast<int>(fixed >> 8);
  return {resolve(i, n, mode), resolve(i + 1, n, mode), static_cast<int>(fixed & 255)};
}

Element interpolate(const Texture& texture, const Position (&positions)[3], int layer,
                    const void* pc) {
  const int dimensions = texture.texels.dimensions;
  double sums[4] = {};
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    double weight = 1;
    int at[3] = {0, 0, layer};
    for (int d = 0; d < dimensions; ++d) {
      const bool is_high = corner >> d & 1;
      at[d] = is_high ? positions[d].high : positions[d].low;
      weight *= (is_high ? positions[d].fraction : 256 - positions[d].fraction) / 256.0;
    }
    if (weight == 0) continue;  // an infinity there does not count
    const Element element = load_or_border(texture, at, pc);
    for (int c = 0; c < 4; ++c) sums[c] += weight * __builtin_bit_cast(float, element.bits[c]);
  }
  Element result;
  for (int c = 0; c < 4; ++c) result.bits[c] = float_bits(sums[c]);
  return result;
}

/// @param layer 0 where there are none
Texel fetch_at(const Texture& texture, const float (&coordinates)[3], int layer, const void* pc) {
  Position positions[3] = {};
  for (int d = 0; d < texture.texels.dimensions; ++d) {
    positions[d] = locate(texture, d, coordinates[d]);
  }
  if (texture.desc.filterMode == cudaFilterModeLinear) {
    return packed(interpolate(texture, positions, layer, pc));
  }
  const int z = texture.texels.dimensions == 3 ? positions[2].low : layer;
  return packed(load_or_border(texture, {positions[0].low, positions[1].low, z}, pc));
}

/// Where a direction meets the cube, by the table of "Cubemap Textures" in the Guide.
struct CubePoint {
  int face;
  float x, y;  ///< 0 to 1
};
CubePoint meet_cube(float x, float y, float z) {
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  int face;
  float m, s, t;
  if (ax >= ay && ax >= az) {
    face = x >= 0 ? 0 : 1, m = ax, s = x >= 0 ? -z : z, t = -y;
  } else if (ay >= az) {
    face = y >= 0 ? 2 : 3, m = ay, s = x, t = y >= 0 ? z : -z;
  } else {
    face = z >= 0 ? 4 : 5, m = az, s = z >= 0 ? x : -x, t = -y;
  }
  return {face, (s / m + 1) / 2, (t / m + 1) / 2};
}

}  // namespace

#define SIMT_COUNT_FETCH texture_access(__builtin_return_address(0), __builtin_dwarf_cfa())

Texel fetch_texture(cudaTextureObject_t object, Fetch fetch, float x, float y, float z) {
  const void* const pc = __builtin_return_address(0);
  const Texture& texture = checked(object, fetch, pc);
  SIMT_COUNT_FETCH;
  return fetch_at(texture, {x, y, z}, 0, pc);
}

Texel fetch_layer(cudaTextureObject_t object, Fetch fetch, float x, float y, int layer) {
  const void* const pc = __builtin_return_address(0);
  const Texture& texture = checked(object, fetch, pc);
  SIMT_COUNT_FETCH;
  return fetch_at(texture, {x, y, 0}, std::clamp(layer, 0, texture.texels.layers - 1), pc);
}

Texel fetch_cube(cudaTextureObject_t object, Fetch fetch, float x, float y, float z) {
  const void* const pc = __builtin_return_address(0);
  const Texture& texture = checked(object, fetch, pc);
  SIMT_COUNT_FETCH;
  const CubePoint point = meet_cube(x, y, z);
  const auto side =
      static_cast<float>(texture.desc.normalizedCoords != 0 ? 1 : texture.texels.extent[0]);
  return fetch_at(texture, {point.x * side, point.y * side, 0}, point.face, pc);
}

Texel fetch_linear(cudaTextureObject_t object, Fetch fetch, int i) {
  const void* const pc = __builtin_return_address(0);
  const Texture& texture = checked(object, fetch, pc);
  SIMT_COUNT_FETCH;
  if (i < 0 || i >= texture.texels.extent[0]) return {0, 0};
  return packed(load(texture, {i, 0, 0}, pc));
}

}  // namespace simt
