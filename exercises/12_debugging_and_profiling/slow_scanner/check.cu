#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  const int shapes[][2] = {{1, 1},    {31, 33},  {33, 31},  {100, 1},   {1, 100},
                           {101, 97}, {3, 2049}, {4099, 2}, {256, 128}, {96, 160}};
  for (const auto& [width, height] : shapes) {
    const int n = width * height;
    exercise.begin("a page of " + std::to_string(width) + " × " + std::to_string(height));
    const Buffer<float> page(random_floats(n, 0, 1)), turned(n);
    const Buffer<unsigned> greys(std::vector<unsigned>(16, 0));
    const Counters counters =
        exercise.run([&] { scan_page(turned.data(), greys.data(), page.data(), width, height); });
    exercise.expect(
        turned,
        [&, width = width, height = height](long long i) {
          return page.before()[i % height * width + i / height];
        },
        {.columns = height}, "turned");
    std::vector<unsigned> expected(16);
    for (const float value : page.before()) ++expected[std::min(15, static_cast<int>(value * 16))];
    exercise.expect(greys, expected, {}, "greys");
    exercise.expect(page, page.before(), {.columns = width}, "page");
    exercise.written_by(turned, Share::up_to_four(n, "turned"));
    if (width % 8 != 0 || height % 8 != 0) continue;  // rows begin inside of sectors
    exercise.limit("sectors per load", counters.sectors_per_load(), 4,
                   "the lanes of a warp load pixels of different rows: which of the page's x and y "
                   "should neighbouring lanes differ in?");
    exercise.limit("sectors per store", counters.sectors_per_store(), 4,
                   "the lanes of a warp store to different rows of the turned page: let them "
                   "exchange their pixels in shared memory");
    const double of_atomics = counters.shared_atomic_wavefronts - counters.shared_atomic_requests;
    exercise.limit_of_model("bank conflicts of loads and stores",
                            counters.bank_conflicts - of_atomics, 0,
                            "lanes want words of the same bank, as those of a column of 32 words "
                            "do: where does the next row of the tile begin?");
    exercise.limit(
        "requests of global atomics", counters.global_atomic_requests, n / 256.0,
        "there is more than one for 256 pixels: let the threads of a block count in its "
        "shared memory first, and let it have so many pixels that few blocks add theirs");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
