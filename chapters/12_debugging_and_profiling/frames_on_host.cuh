// The pictures of frame_kernels and frame_pipeline, and what has to become of them.
#pragma once

#include "frames.cuh"

// A picture in the dark: noise near 0, and some bright spots.
TUTORIAL_UNWATCHED inline std::vector<float> night(Shape shape) {
  std::vector<float> picture = random_floats(shape.pixels(), 0, 1);
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) {
      const bool lit = (x / 53 + 2 * (y / 37)) % 5 == 0;
      if (!lit) picture[y * shape.width + x] *= 0.09f;
    }
  }
  return picture;
}

// The picture, brightened and blurred in double precision.
TUTORIAL_UNWATCHED inline std::vector<float> blurred(const float* in, Shape shape) {
  std::vector<double> rows(shape.pixels());
  std::vector<float> out(shape.pixels());
  for (int y = 0, i = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x, ++i) {
      for (int tap = 0; tap < kTaps; ++tap) {
        const int from = y * shape.width + clamped(x + tap - kRadius, shape.width);
        rows[i] += weight<double>(tap) * brightened(in[from]);
      }
    }
  }
  for (int y = 0, i = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x, ++i) {
      double sum = 0;
      for (int tap = 0; tap < kTaps; ++tap) {
        sum +=
            weight<double>(tap) * rows[clamped(y + tap - kRadius, shape.height) * shape.width + x];
      }
      out[i] = static_cast<float>(sum);
    }
  }
  return out;
}

// How often each value is in a picture.
TUTORIAL_UNWATCHED inline std::vector<unsigned> bins_of(const float* picture, Shape shape) {
  std::vector<unsigned> bins(kBins);
  for (int i = 0; i < shape.pixels(); ++i) ++bins[bin_of(picture[i])];
  return bins;
}

// What is wrong with a frame's result; empty: nothing.
inline std::string wrong_frame(const float* in, const float* out, const unsigned* bins,
                               Shape shape) {
  const std::string wrong =
      first_difference(out, shape.pixels(), blurred(in, shape),
                       {.relative = 1e-5, .absolute = 1e-5, .columns = shape.width});
  return wrong.empty() ? first_difference(bins, kBins, bins_of(out, shape)) : wrong;
}
