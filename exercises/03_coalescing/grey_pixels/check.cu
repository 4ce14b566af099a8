#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int pixels : {1, 2, 3, 31, 32, 33, 1009, 5002, 40009, 131102}) {
    exercise.begin(std::to_string(pixels) + " pixels");
    const std::vector<int> bytes = random_ints(4 * pixels, 0, 255);
    const Buffer<unsigned char> rgba(std::vector<unsigned char>(bytes.begin(), bytes.end()));
    const Buffer<unsigned char> grey(pixels);
    const Counters counters = exercise.run([&] { launch_grey(grey.data(), rgba.data(), pixels); });
    exercise.expect(
        grey,
        [&](long long i) {
          return (77 * bytes[4 * i] + 150 * bytes[4 * i + 1] + 29 * bytes[4 * i + 2]) / 256;
        },
        {}, "grey");
    exercise.expect(rgba, rgba.before(), {}, "rgba");
    // A thread may have four pixels and more, and there may be a grid of one size for all pictures.
    exercise.written_by(grey, Share::up_to_four(pixels, "grey"));
    // 32 pixels are 128 bytes, 4 sectors, and their grey is 32 bytes, 1 sector: one load and one
    // store. Who takes four pixels at a time has fewer, but up to 3 are left over; too many to count
    // in a small picture.
    if (pixels < 1000) continue;
    const int warps = (pixels + 31) / 32, rest = 3;
    exercise.limit(
        "load requests", counters.global_load_requests, warps + rest,
        "a pixel is 4 bytes that one load can bring into a variable: take it apart there");
    exercise.limit("load sectors", counters.global_load_sectors, 4 * warps + rest,
                   "the 32 lanes of a warp do not read neighbours");
    exercise.limit("store requests", counters.global_store_requests, warps + rest,
                   "a warp should store the grey of 32 pixels at once");
    exercise.limit("store sectors", counters.global_store_sectors, warps + rest,
                   "the 32 lanes of a warp do not write neighbours");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
