#include "tutorial/exercise.cuh"
#include "tutorial/launches.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  std::vector<int> sizes = exercise.sizes();
  sizes.push_back(3001);
  sizes.push_back(70001);
  sizes.push_back(131101);
  for (const int n : sizes) {
    const float factor = 2.5f - n % 7;
    const std::string digits = std::to_string(factor);
    exercise.begin("n = " + std::to_string(n) + ", factor " + digits.substr(0, digits.size() - 5));
    const Buffer<float> in(random_floats(n)), out(n);
    Counters counters;
    const Launches launches = record_launches(
        [&] { counters = exercise.run([&] { launch_scale(out.data(), in.data(), factor, n); }); });
    exercise.expect(out, [&](long long i) { return factor * in.before()[i]; });
    exercise.expect(in, in.before(), {}, "in");
    // A thread may have several elements, and there may be a grid of one size for all n.
    exercise.written_by(out, Share::up_to_four(n));
    // A thread that stores four at once may store the last three one by one.
    exercise.limit(
        "store requests", counters.global_store_requests, (n + 31) / 32 + 3,
        "one thread writes each element, and a warp writes 32 elements in a row with one store; "
        "threads past the end write nothing");
    exercise.written_by(out, {.once = true, .task = "threads past the end write nothing"});
    // One grid may do for all n, but not a block for each element.
    if (n > Exercise::kLarge) {
      exercise.limit_of_model("stretches of code without a jump, of all warps",
                              counters.issued_blocks, n / 4.0,
                              "n / 256 blocks of 256, rounded up, have a thread for each element");
    }
    exercise.require(launches.have_whole_warps(),
                     "the threads of a block are no multiple of 32: its last warp is not full");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
