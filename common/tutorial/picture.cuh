/// @file
/// @ingroup tutorial
/// A picture to compute with and to look at: grey values from 0 (black) to 1 (white), row by row.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "tutorial/exit_code.cuh"
#include "tutorial/random.cuh"

/// A disc and stripes before a background that gets brighter downwards, all with noise: edges of
/// every direction, and no symmetry.
inline std::vector<float> draw_picture(int width, int height) {
  std::vector<float> pixels =
      random_floats(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0, 0.1f);
  const float scale = 1.0f / static_cast<float>(std::max(width, height));
  for (int y = 0, i = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x, ++i) {
      const float u = scale * static_cast<float>(x), v = scale * static_cast<float>(y);
      const bool disc = (u - 0.35f) * (u - 0.35f) + (v - 0.35f) * (v - 0.35f) < 0.06f;
      const bool stripe = u > 0.7f && static_cast<int>(20 * v) % 2 == 0;
      pixels[static_cast<std::size_t>(i)] +=
          0.2f + 0.3f * v + (disc ? 0.3f : 0.0f) + (stripe ? 0.25f : 0.0f);
    }
  }
  return pixels;
}

/// The picture behind a filter of kSide × kSide weights (kSide is odd), to compare with: each pixel is
/// the weighted sum of those around it. What lies outside is like the nearest pixel.
template <int kSide>
std::vector<float> filter_on_host(const std::vector<float>& in,
                                  const float (&weights)[kSide][kSide], int width, int height) {
  constexpr int kRadius = kSide / 2;
  std::vector<float> out(in.size()), row(width + 2 * kRadius);
  for (int y = 0; y < height; ++y) {
    float* sums = &out[1LL * y * width];
    for (int j = 0; j < kSide; ++j) {
      const float* source = &in[1LL * std::clamp(y + j - kRadius, 0, height - 1) * width];
      for (int x = 0; x < width + 2 * kRadius; ++x) {
        row[x] = source[std::clamp(x - kRadius, 0, width - 1)];
      }
      for (int i = 0; i < kSide; ++i) {
        for (int x = 0; x < width; ++x) sums[x] += weights[j][i] * row[x + i];
      }
    }
  }
  return out;
}

/// Writes a picture as a PGM file, which most viewers show. Values outside of [0, 1] become black or
/// white. Ends the program with exit code 1 if the file cannot be written.
inline void write_pgm(const std::string& name, const std::vector<float>& pixels, int width,
                      int height) {
  std::FILE* file = std::fopen(name.c_str(), "wb");
  bool ok = file != nullptr && std::fprintf(file, "P5\n%d %d\n255\n", width, height) > 0;
  std::vector<unsigned char> bytes(pixels.size());
  std::transform(pixels.begin(), pixels.end(), bytes.begin(), [](float value) {
    return static_cast<unsigned char>(std::clamp(255 * value + 0.5f, 0.0f, 255.0f));
  });
  ok = ok && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if (file != nullptr && std::fclose(file) != 0) ok = false;
  if (ok) return;
  std::perror(name.c_str());
  std::exit(kExitWrong);
}
