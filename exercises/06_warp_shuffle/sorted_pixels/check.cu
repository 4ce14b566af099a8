#include <cstdio>

#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

using Pixels = std::vector<unsigned char>;

Pixels random_pixels(int n) {
  const std::vector<int> values = random_ints(n, 0, 255);
  return {values.begin(), values.end()};
}

// Something to look at: a lit ball before rings.
Pixels ball(int width, int height) {
  Pixels pixels(width * height);
  for (int i = 0; i < width * height; ++i) {
    const double x = 2.4 * (i % width) / width - 1.2, y = 2.4 * (i / width) / height - 1.2;
    const double inside = 1 - x * x - y * y;
    const double light = inside > 0 ? (std::sqrt(inside) - 0.7 * x - 0.6 * y) / 1.4
                                    : 0.5 + 0.4 * std::sin(20 * (x * x + y * y));
    pixels[i] = static_cast<unsigned char>(255 * std::clamp(light, 0.0, 1.0));
  }
  return pixels;
}

// A grey picture that most viewers open: a line of text before the pixels.
void write_picture(const std::string& path, const Pixels& pixels, int width, int height) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return;
  std::fprintf(file, "P5 %d %d 255\n", width, height);
  std::fwrite(pixels.data(), 1, pixels.size(), file);
  if (std::fclose(file) == 0) std::printf("The picture is in %s\n", path.c_str());
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const int shapes[][2] = {{1, 1},    {1, 40}, {2, 3},  {31, 3},   {32, 2},   {33, 5},
                           {3, 1009}, {64, 7}, {95, 4}, {4099, 3}, {320, 240}};
  for (const auto& [width, height] : shapes) {
    exercise.begin("width " + std::to_string(width) + ", height " + std::to_string(height));
    const bool is_picture = width == 320;
    const Buffer<unsigned char> in(is_picture ? ball(width, height)
                                              : random_pixels(width * height)),
        out(width * height);
    Pixels sorted = in.before();
    for (int y = 0; y < height; ++y) {
      const auto row = sorted.begin() + y * width;
      for (int x = 0; x < width; x += 32) std::sort(row + x, row + std::min(x + 32, width));
    }
    const Counters counters =
        exercise.run([&] { launch_sort(out.data(), in.data(), width, height); });
    exercise.expect(out, sorted, {.columns = width});
    exercise.expect(in, in.before(), {.columns = width}, "in");
    if (width * height < 1000) continue;  // a warp is enough for few
    // A warp may have a row, or more in a grid of one size for all pictures. A block has up to 32 warps.
    const int runs = (width + 31) / 32 * height;
    exercise.written_by(out, {.warps_at_least = std::min(height, 32),
                              .blocks_at_least = std::clamp(height / 32, 1, 8),
                              .per_warp_at_most = std::max(width, width * height / 8)});
    exercise.limit("requests to local memory",
                   counters.local_load_requests + counters.local_store_requests, 0,
                   "an array whose places are computed is not in registers");
    exercise.limit("requests to shared memory", counters.shared_requests(), 0,
                   "a partner's key comes by a shuffle");
    // A run of 32 bytes touches two sectors, and each half of it one or two.
    exercise.limit("sectors loaded", counters.global_load_sectors, 4.0 * runs,
                   "the lanes of a warp load 32 neighbouring pixels, each once");
    if (exercise.failed()) break;
    if (is_picture) write_picture(std::string(argv[0]) + ".pgm", out.read(), width, height);
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
