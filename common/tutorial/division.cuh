/// @file
/// @ingroup tutorial
/// A picture that is drawn by dividing it, on the host: what must come out, how much of it was computed,
/// and the squares, to look at.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "tutorial/exit_code.cuh"

/// Divides a square picture whose pixels are known: a square whose border has one value is filled with
/// it, one of the smallest side is computed pixel by pixel, and any other is divided into
/// `parts` × `parts`.
class Division {
 public:
  struct Square {
    int x, y, side;
    bool is_filled;
  };

  /// @param pixels    size × size values, row by row; they are also what a pixel costs
  /// @param tile      side of the squares that the picture has at first
  /// @param smallest  side of the squares that are not divided
  /// @param parts     into how many × how many squares one is divided
  /// @param chunk     pixels of a border that are computed before they are compared: the rest of a
  ///                  border that has two values by then is not computed
  Division(const std::vector<int>& pixels, int size, int tile, int smallest, int parts, int chunk)
      : pixels_(pixels),
        drawn_(pixels),
        size_(size),
        smallest_(smallest),
        parts_(parts),
        chunk_(chunk) {
    for (int y = 0; y < size; y += tile) {
      for (int x = 0; x < size; x += tile) divide(x, y, tile);
    }
  }

  /// What comes out; not all of it has to be what went in.
  const std::vector<int>& pixels() const { return drawn_; }
  /// Pixels of the picture that differ from what went in.
  long long differences() const {
    long long count = 0;
    for (std::size_t i = 0; i < drawn_.size(); ++i) count += drawn_[i] != pixels_[i] ? 1 : 0;
    return count;
  }
  long long computed() const { return computed_; }                 ///< pixels, some of them twice
  long long cost() const { return cost_; }                         ///< the sum of their values
  long long divided() const { return divided_; }                   ///< squares
  const std::vector<Square>& squares() const { return squares_; }  ///< that were not divided

 private:
  void divide(int x, int y, int side) {
    const int right = std::min(x + side, size_), top = std::min(y + side, size_);
    if (right <= x || top <= y) return;
    const bool is_filled = side > smallest_ && has_one_value(x, y, right, top);
    if (side > smallest_ && !is_filled) {
      ++divided_;
      const int part = side / parts_;
      for (int i = 0; i < parts_ * parts_; ++i) {
        divide(x + i % parts_ * part, y + i / parts_ * part, part);
      }
      return;
    }
    squares_.push_back({x, y, side, is_filled});
    for (int j = y; j < top; ++j) {
      int* const row = &drawn_[1ull * j * size_];
      if (is_filled) {
        std::fill(row + x, row + right, at(x, y));
      } else {
        for (int i = x; i < right; ++i) compute(i, j);
      }
    }
  }

  /// Around the rectangle: the row at the bottom, the one at the top, then both sides in turn.
  bool has_one_value(int x, int y, int right, int top) {
    const int width = right - x, height = top - y, border = 2 * (width + height) - 4;
    bool is_one = true;
    for (int first = 0; is_one && first < border; first += chunk_) {
      for (int i = first; i < std::min(first + chunk_, border); ++i) {
        const int beyond = i - 2 * width;
        const int dx = beyond < 0 ? i % width : beyond % 2 * (width - 1);
        const int dy = beyond >= 0 ? 1 + beyond / 2 : i < width ? 0 : height - 1;
        compute(x + dx, y + dy);
        is_one &= at(x + dx, y + dy) == at(x, y);
      }
    }
    return is_one;
  }

  void compute(int x, int y) {
    ++computed_;
    cost_ += at(x, y);
  }
  int at(int x, int y) const { return pixels_[1ull * y * size_ + x]; }

  const std::vector<int>& pixels_;
  std::vector<int> drawn_;
  const int size_, smallest_, parts_, chunk_;
  long long computed_ = 0, cost_ = 0, divided_ = 0;
  std::vector<Square> squares_;
};

/// Writes the picture in colours as a PPM file, with the outlines of the squares: thin and dark around those
/// that were filled. Pixels of value `limit` are black. Ends the program with exit code 1 if the file
/// cannot be written.
inline void write_division(const std::string& name, const Division& division, int size, int limit) {
  const auto channel = [](double t) {
    return static_cast<unsigned char>(255 * std::clamp(t, 0.0, 1.0));
  };
  std::vector<unsigned char> bytes;
  bytes.reserve(3ull * size * size);
  for (int y = size - 1; y >= 0; --y) {  // the picture's first row is at the bottom
    for (int x = 0; x < size; ++x) {
      const int value = division.pixels()[1ull * y * size + x];
      const double t =
          value >= limit ? 0 : 0.25 + 0.75 * std::log(1.0 + value) / std::log(1.0 + limit);
      for (const double c : {1.6 * t - 0.6, 1.2 * t - 0.1, 0.9 * t + 0.1}) {
        bytes.push_back(value >= limit ? 0 : channel(c));
      }
    }
  }
  for (const Division::Square& square : division.squares()) {
    const auto mark = [&](int x, int y) {
      if (x >= size || y >= size) return;
      unsigned char* const pixel = &bytes[3 * (1ull * (size - 1 - y) * size + x)];
      const unsigned char filled[] = {0xff, 0xd3, 0x3d}, computed[] = {0xd9, 0x3b, 0x2b};
      std::copy_n(square.is_filled ? filled : computed, 3, pixel);
    };
    for (int i = 0; i < square.side; ++i) {
      mark(square.x + i, square.y);
      mark(square.x, square.y + i);
    }
  }
  std::FILE* file = std::fopen(name.c_str(), "wb");
  bool ok = file != nullptr && std::fprintf(file, "P6\n%d %d\n255\n", size, size) > 0;
  ok = ok && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if (file != nullptr && std::fclose(file) != 0) ok = false;
  if (ok) return;
  std::perror(name.c_str());
  std::exit(kExitWrong);
}
