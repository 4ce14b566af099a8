// Texture objects: every address mode and filter against the formulas of "Texture
// Fetching" in the CUDA C++ Programming Guide.
// supports: textures and surfaces: arrays in 1D, 2D, 3D; linear and pitched memory; point and linear filtering
//     with the hardware's 8-bit weights; all address modes; normalised coordinates
// refuses: textures and surfaces: layers, cube maps, mipmaps, resource views, sRGB, anisotropy:
//     `cudaErrorNotSupported`
#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "texture_test.cuh"

namespace {

/// The element at index i of n, by the address mode; -1 for the border.
int element_at(int i, int n, cudaTextureAddressMode mode) {
  if (mode == cudaAddressModeClamp) return std::min(std::max(i, 0), n - 1);
  if (mode == cudaAddressModeBorder) return i < 0 || i >= n ? -1 : i;
  while (i < 0) i += 2 * n;
  if (mode == cudaAddressModeWrap) return i % n;
  return i % (2 * n) < n ? i % (2 * n) : 2 * n - 1 - i % (2 * n);
}

constexpr int kWidth = 8, kHeight = 4, kDepth = 2;
constexpr float kBorder = 0.5f;

std::vector<float> image(int count) {
  std::vector<float> values(count);
  for (int i = 0; i < count; ++i) values[i] = static_cast<float>((i * 37 + 11) % 64);
  return values;
}

/// What a fetch gives, with fractions of any fineness; `dimensions` 1 to 3.
double reference(const std::vector<float>& values, int dimensions, const cudaTextureDesc& desc,
                 const Point& p) {
  const int extents[] = {kWidth, dimensions > 1 ? kHeight : 1, dimensions > 2 ? kDepth : 1};
  const float coordinates[] = {p.x, p.y, p.z};
  int low[3] = {0, 0, 0};
  double fraction[3] = {0, 0, 0};
  for (int d = 0; d < dimensions; ++d) {
    double x = coordinates[d];
    if (desc.normalizedCoords) x *= extents[d];
    if (desc.filterMode == cudaFilterModeLinear) x -= 0.5;
    low[d] = static_cast<int>(std::floor(x));
    if (desc.filterMode == cudaFilterModeLinear) fraction[d] = x - low[d];
  }
  double sum = 0;
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    double weight = 1;
    int index = 0, stride = 1;
    for (int d = 0; d < dimensions; ++d) {
      const bool high = corner >> d & 1;
      weight *= high ? fraction[d] : 1 - fraction[d];
      const int i = element_at(low[d] + high, extents[d], desc.addressMode[d]);
      index = i < 0 || index < 0 ? -1 : index + i * stride;
      stride *= extents[d];
    }
    sum += weight * (index < 0 ? desc.borderColor[0] : values[index]);
  }
  return sum;
}

/// Coordinates in and around the texture, in units of 1/16 of an element but for odd ones that the
/// 8 bits of the hardware's fraction do not hold.
std::vector<Point> points_around(bool normalized, int dimensions) {
  std::vector<Point> points;
  for (int i = -200; i < 400; ++i) {
    const float odd = i % 5 == 0 ? 0.013f : 0;
    Point p = {i / 16.0f + 1 / 64.0f + odd, (i * 7 % 160 - 48) / 16.0f + 1 / 32.0f,
               (i * 3 % 64 - 16) / 16.0f + 1 / 32.0f};
    if (dimensions < 3) p.z = 0;
    if (dimensions < 2) p.y = 0;
    if (normalized) p = {p.x / kWidth, p.y / kHeight, p.z / kDepth};
    points.push_back(p);
  }
  return points;
}

template <int Dimensions>
void expect_fetches() {
  const int count = kWidth * (Dimensions > 1 ? kHeight : 1) * (Dimensions > 2 ? kDepth : 1);
  const std::vector<float> values = image(count);
  const Array<float> array(values, kWidth, Dimensions > 1 ? kHeight : 0,
                           Dimensions > 2 ? kDepth : 0);
  for (const cudaTextureFilterMode filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
    for (const cudaTextureAddressMode mode : {cudaAddressModeClamp, cudaAddressModeBorder,
                                              cudaAddressModeWrap, cudaAddressModeMirror}) {
      for (const bool normalized : {false, true}) {
        if (!normalized && mode != cudaAddressModeClamp && mode != cudaAddressModeBorder) continue;
        cudaTextureDesc desc = description(mode, filter, normalized);
        desc.borderColor[0] = kBorder;
        // A GPU filters lines in the second dimension, too: with a border there, it shows.
        if (Dimensions == 1) desc.addressMode[1] = cudaAddressModeClamp;
        const Texture texture(array.resource(), desc);
        const std::vector<Point> points = points_around(normalized, Dimensions);
        const std::vector<float> out = fetched<float, Dimensions>(texture, points);
        // A weight is off by at most half of 1/256 in each dimension, and what it weighs by 64.
        const double tolerance = filter == cudaFilterModePoint ? 0 : Dimensions * 64 * 0.75 / 256;
        for (std::size_t i = 0; i < points.size(); ++i) {
          ASSERT_NEAR(out[i], reference(values, Dimensions, desc, points[i]), tolerance)
              << "filter " << filter << " mode " << mode << " normalized " << normalized << " at "
              << points[i].x << " " << points[i].y << " " << points[i].z;
        }
      }
    }
  }
}
TEST(Textures, OneDimension) { expect_fetches<1>(); }
TEST(Textures, TwoDimensions) { expect_fetches<2>(); }
TEST(Textures, ThreeDimensions) { expect_fetches<3>(); }

TEST(Textures, WrapOfCoordinatesThatAreNotNormalizedIsClamp) {
  const std::vector<float> values = image(kWidth);
  const Array<float> array(values, kWidth);
  const Texture texture(array.resource(),
                        description(cudaAddressModeWrap, cudaFilterModePoint, false));
  const std::vector<float> out = fetched<float, 1>(texture, {{-3, 0, 0}, {2.5f, 0, 0}, {11, 0, 0}});
  EXPECT_EQ(out, (std::vector<float>{values[0], values[2], values[7]}));
}

// The fraction has 8 bits: 1/256 counts, and 1/1024 is rounded away.
TEST(Textures, WeightsHaveEightBits) {
  const Array<float> array({0, 256}, 2);
  const Texture texture(array.resource(),
                        description(cudaAddressModeClamp, cudaFilterModeLinear, false));
  const std::vector<float> out = fetched<float, 1>(texture, {{0.5f, 0, 0},
                                                             {0.5f + 1 / 256.0f, 0, 0},
                                                             {0.5f + 100 / 256.0f, 0, 0},
                                                             {0.5f + 100.25f / 256, 0, 0},
                                                             {0.5f + 255 / 256.0f, 0, 0},
                                                             {1.5f, 0, 0}});
  EXPECT_EQ(out, (std::vector<float>{0, 1, 100, 100, 255, 256}));
}

}  // namespace
