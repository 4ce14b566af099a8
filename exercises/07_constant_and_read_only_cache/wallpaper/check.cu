#include "tutorial/exercise.cuh"
#include "tutorial/host_array.cuh"
#include "tutorial/picture.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

std::vector<float> expected_picture(const std::vector<float>& in, int width, int height,
                                    const std::vector<float>& weights, int radius) {
  const auto wrapped = [](int i, int size) { return (i % size + size) % size; };
  std::vector<float> out(in.size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      double sum = 0;
      int k = 0;
      for (int j = -radius; j <= radius; ++j) {
        for (int i = -radius; i <= radius; ++i, ++k) {
          sum += weights[k] * in[wrapped(y + j, height) * width + wrapped(x + i, width)];
        }
      }
      out[y * width + x] = static_cast<float>(sum);
    }
  }
  return out;
}

// A blur that is stronger on one side: edges get light and shadow.
std::vector<float> relief_weights(int radius) {
  std::vector<float> weights;
  double sum = 0;
  for (int j = -radius; j <= radius; ++j) {
    for (int i = -radius; i <= radius; ++i) {
      sum += std::exp(-0.3 * (i * i + j * j));
      weights.push_back(static_cast<float>(std::exp(-0.3 * (i * i + j * j)) * (1 + 2 * i + 2 * j)));
    }
  }
  for (float& weight : weights) weight /= static_cast<float>(sum);
  return weights;
}

// A wall of 2 × 2 pictures side by side.
void write_wall(const std::string& path, const std::vector<float>& picture, int width, int height) {
  std::vector<float> wall;
  for (int y = 0; y < 2 * height; ++y) {
    const auto row = picture.begin() + y % height * width;
    for (int again = 0; again < 2; ++again) wall.insert(wall.end(), row, row + width);
  }
  write_pgm(path, wall, 2 * width, 2 * height);
  std::printf("The wallpaper is in %s\n", path.c_str());
}

struct Case {
  int width, height, radius;
};
// The last one is a picture that is left to look at.
constexpr Case kCases[] = {{1, 1, 0},    {32, 8, 1},   {8, 32, 3},   {33, 9, 0},   {33, 9, 1},
                           {95, 7, 2},   {1, 31, 1},   {4, 5, 3},    {2, 1, 3},    {2, 33, 2},
                           {1009, 3, 2}, {3, 1009, 3}, {2503, 2, 1}, {2, 4001, 1}, {256, 192, 3}};

void check(Exercise& exercise, const Case& of, const std::vector<float>& weights,
           const std::string& pictures) {
  const auto& [width, height, radius] = of;
  const HostArray<float> of_host(exercise, "weights", weights);
  const Buffer<float> in(draw_picture(width, height)), out(1LL * width * height);
  const Counters counters = exercise.run([&, w = width, h = height, r = radius] {
    filter_wallpaper(out.data(), in.data(), w, h, of_host.data(), r);
  });
  exercise.expect(out, expected_picture(in.before(), width, height, weights, radius),
                  {.absolute = 1e-5, .columns = width});
  exercise.expect(in, in.before(), {.columns = width}, "in");
  const int pixels = width * height;
  if (pixels < 1000) return;  // a warp is enough for few
  // A thread may have eight pixels, or more in a grid of one size for all pictures.
  exercise.written_by(out, {.warps_at_least = std::clamp(pixels / 256, 1, 32),
                            .blocks_at_least = std::clamp(pixels / 8192, 1, 8),
                            .per_warp_at_most = pixels / 8 + 1024});
  exercise.limit_of_model("bytes copied to global memory", counters.copied_bytes, 0,
                          "only the weights have to be copied, and those to constant memory");
  exercise.limit_of_model("words that constant memory delivered", counters.constant_addresses,
                          counters.constant_requests, "all lanes should want the same weight");
  if (pictures.empty()) return;
  // Widths that are not multiples of 32 need more, in some shapes of blocks.
  const double loads = 1.0 * weights.size() * pixels / 32;
  exercise.limit("load requests", counters.global_load_requests, 1.5 * loads,
                 "a pixel and a weight should take one load from global memory, not two");
  exercise.limit("sectors loaded", counters.global_load_sectors, 8 * loads,
                 "neighbouring lanes should read neighbouring pixels");
  if (exercise.failed()) return;
  write_wall(pictures + ".before.pgm", in.before(), width, height);
  write_wall(pictures + ".after.pgm", out.read(), width, height);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const Case& of : kCases) {
    const std::string name = "width " + std::to_string(of.width) + ", height " +
                             std::to_string(of.height) + ", radius " + std::to_string(of.radius);
    const int side = 2 * of.radius + 1;
    if (of.width == 256) {
      exercise.begin(name);
      check(exercise, of, relief_weights(of.radius), argv[0]);
    } else {
      exercise.twice(name, [&] { check(exercise, of, random_floats(side * side), ""); });
    }
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
