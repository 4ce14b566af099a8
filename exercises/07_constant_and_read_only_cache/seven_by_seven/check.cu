#include "tutorial/exercise.cuh"
#include "tutorial/picture.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kPixels != kNotAnswered)) return exercise.verdict();
  exercise.answer(
      "kPixels", kPixels, (16 + 2 * 3) * (16 + 2 * 3), 0,
      "how wide is a tile of 16 results with 3 more pixels on each side, and how high?");
  const int shapes[][2] = {{1, 1},   {2, 1},    {1, 3},    {5, 2},    {3, 50},
                           {2, 40},  {50, 3},   {7, 7},    {33, 17},  {1100, 3},
                           {3, 300}, {130, 65}, {2, 4099}, {8209, 2}, {1000, 250}};
  for (const auto& [width, height] : shapes) {
    exercise.begin("width " + std::to_string(width) + ", height " + std::to_string(height));
    float w[7][7];
    for (auto& row : w) {
      for (float& weight : row) weight = random_floats(1, -0.1f, 0.2f)[0];
    }
    CHECK(cudaMemcpyToSymbol(weights, w, sizeof w));
    const Buffer<float> in(random_floats(width * height)), out(width * height);
    const Counters counters =
        exercise.run([&] { launch_filter(out.data(), in.data(), width, height); });
    exercise.expect(out, filter_on_host(in.before(), w, width, height),
                    {.absolute = 1e-4, .columns = width});
    exercise.expect(in, in.before(), {.columns = width}, "in");
    // A warp may have 128 rows of 32 results.
    const int results = width * height;
    exercise.written_by(out, {.warps_at_least = std::max(results / 4200, 1),
                              .blocks_at_least = std::clamp(results / 16000, 1, 8),
                              .per_warp_at_most = 4200});
    if (width * height < 100000) continue;  // mostly border: the halo is larger than the picture
    exercise.limit("requests to local memory",
                   counters.local_load_requests + counters.local_store_requests, 0,
                   "an array whose places are computed is not in registers");
    // 128 columns and the halo touch 22 sectors instead of 16, in 38 rows for 32 of results: 1.63.
    exercise.limit("sectors loaded for each of the picture",
                   counters.global_load_sectors / (width * height / 8.0), 2,
                   "a pixel that one thread has loaded is loaded again by others");
    // A thread with 8 results in a column reads 14 rows of 7 for them: 12.25 each.
    exercise.limit("load requests per 32 results",
                   (counters.global_load_requests + counters.shared_load_requests +
                    counters.texture_requests) /
                       (width * height / 32.0),
                   16, "a pixel that a thread has loaded should serve several of its results");
    exercise.limit_of_model("further words of constant requests",
                            counters.constant_addresses - counters.constant_requests, 0,
                            "the lanes of a warp should need the same weight at a time");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
