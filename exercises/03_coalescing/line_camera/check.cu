#include <numeric>

#include "tutorial/exercise.cuh"
#include "tutorial/picture.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

struct Shape {
  int frames, rows, columns;
};

// No two alike: the dark ones count half as much as the bright ones.
std::vector<Detector> some_detectors(int columns) {
  const std::vector<float> values = random_floats(3 * columns, 0, 1);
  std::vector<Detector> detectors(columns);
  for (int i = 0; i < columns; ++i) {
    Detector& detector = detectors[i];
    detector.dark = 100 + 400 * values[3 * i];
    detector.gain = 1 / (1500 + 1500 * values[3 * i + 1]);
    detector.low = 0.02f * values[3 * i + 2];
    detector.high = 1 - detector.low;
  }
  return detectors;
}

// Islands in the sea, from 0 (dark) to 1 (bright).
float landscape(float x, float y) {
  const float height = std::sin(5 * x + 2 * std::sin(3 * y)) +
                       std::sin(7 * y - 3 * std::sin(4 * x)) +
                       0.3f * std::sin(31 * x + 23 * y) * std::sin(19 * x - 29 * y);
  return height < 0.4f ? 0.12f + 0.03f * height : std::min(0.35f + 0.3f * height, 0.95f);
}

// What the detectors count when they see the landscape. Each count has an error of up to 300.
std::vector<unsigned short> expose(const std::vector<Detector>& detectors, const Shape& shape) {
  const int pixels = shape.rows * shape.columns;
  const std::vector<int> noise = random_ints(1LL * shape.frames * pixels, -300, 300);
  std::vector<unsigned short> raw(noise.size());
  for (std::size_t k = 0; k < raw.size(); ++k) {
    const int i = k % pixels, row = i / shape.columns, column = i % shape.columns;
    const Detector& detector = detectors[column];
    const float light = landscape(4.0f * column / shape.columns, 3.0f * row / shape.rows);
    const float counts = detector.dark + light / detector.gain + noise[k];
    raw[k] = static_cast<unsigned short>(std::clamp(counts, 0.0f, 65535.0f));
  }
  return raw;
}

void check_cost(Exercise& exercise, const Counters& counters, const Shape& shape) {
  // 32 pixels of a row are 64 bytes, 2 sectors, or 3 where the row begins inside of one; 32 detectors are 16.
  const double warps = 1.25 * shape.rows * ((shape.columns + 31) / 32);
  exercise.limit("sectors per store", counters.sectors_per_store(), 5,
                 "neighbouring lanes should store neighbouring pixels");
  exercise.limit("store requests", counters.global_store_requests, warps,
                 "each pixel should be stored once, when its sum is complete");
  exercise.limit(
      "load requests", counters.global_load_requests, warps * (shape.frames + 1),
      std::string("a load per frame and one for all that is known of a detector will do; ") +
          (alignof(Detector) < 16
               ? "a Detector is not aligned to 16 bytes, so each member is a load"
               : "copy the whole Detector into a variable, once, before the loop (a "
                 "reference copies nothing)"));
  exercise.limit("sectors loaded", counters.global_load_sectors, warps * (3 * shape.frames + 16),
                 "neighbouring lanes should load neighbouring pixels");
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kSectorsOfRaw != kNotAnswered && kSectorsOfDark != kNotAnswered)) {
    return exercise.verdict();
  }
  // As it was found, the lanes of a warp have 32 rows and the same column.
  exercise.answer("kSectorsOfRaw", kSectorsOfRaw, 32, 0,
                  "which of row and column differs between the lanes, and how far apart are the "
                  "pixels of two lanes?");
  exercise.answer("kSectorsOfDark", kSectorsOfDark, 1, 0,
                  "how many different columns do the 32 lanes of a warp have?");
  const Shape shapes[] = {{1, 1, 1},    {3, 31, 33}, {1, 64, 1},    {5, 1, 97},   {7, 2, 400},
                          {2, 400, 70}, {9, 64, 96}, {4, 240, 320}, {1, 3, 2003}, {2, 2003, 2}};
  for (const Shape& shape : shapes) {
    const auto& [frames, rows, columns] = shape;
    exercise.begin("frames = " + std::to_string(frames) + ", rows = " + std::to_string(rows) +
                   ", columns = " + std::to_string(columns));
    const int pixels = rows * columns;
    const Buffer<Detector> detectors(some_detectors(columns));
    const Buffer<unsigned short> raw(expose(detectors.before(), shape));
    const Buffer<float> out(pixels);
    const Counters counters = exercise.run(
        [&] { launch_develop(out.data(), raw.data(), detectors.data(), frames, rows, columns); });
    const auto mean = [&](long long i) {
      const Detector& detector = detectors.before()[i % columns];
      double sum = 0;
      for (int frame = 0; frame < frames; ++frame) {
        const double light = (raw.before()[frame * pixels + i] - detector.dark) * detector.gain;
        sum += std::clamp<double>(light, detector.low, detector.high);
      }
      return sum / frames;
    };
    exercise.expect(out, mean, {.absolute = 1e-5, .columns = columns});
    exercise.expect(raw, raw.before(), {}, "raw");
    exercise.written_by(out, {.warps_at_least = std::max(pixels / 512, 1),
                              .blocks_at_least = std::max(pixels / 8192, 1),
                              .per_warp_at_most = Share::of_threads_with(16),
                              .task = "a thread may have up to 16 pixels"});
    if (rows >= 64 && columns > 32) check_cost(exercise, counters, shape);
    if (exercise.failed()) return exercise.verdict();
    if (columns == 320) {
      std::vector<float> before(raw.before().begin(), raw.before().begin() + pixels);
      for (float& pixel : before) pixel /= 3000;
      write_pgm(std::string(argv[0]) + ".raw.pgm", before, columns, rows);
      write_pgm(std::string(argv[0]) + ".pgm", out.read(), columns, rows);
      std::printf("The picture is in %s.pgm, the raw one in %s.raw.pgm\n", argv[0], argv[0]);
    }
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
