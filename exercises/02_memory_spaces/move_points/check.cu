#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

// Where set_shift has put e and f, if not behind the other four: what is wrong, or an empty string.
template <class WasMovedBy>
std::string misplaced_shift(const std::vector<float>& first_map, float e, float f,
                            const WasMovedBy& was_moved_by) {
  for (int place = 0; place < 4; ++place) {
    std::vector<float> map = first_map;
    map[place] = e, map[place + 1] = f;
    if (!was_moved_by(map)) continue;
    return "set_shift has copied e and f to byte " + std::to_string(4 * place) +
           " of the variable, where " + "abcd"[place] +
           " was: e is at byte 16, and the offset counts bytes";
  }
  return "";
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  for (const int n : exercise.sizes()) {
    const Buffer<float> x(random_floats(n)), y(random_floats(n));
    const std::vector<float> first_map = random_floats(6, -2, 3);
    std::vector<float> map = first_map;
    // What one launch makes of the points with the map as it has to be now.
    const auto check = [&](const std::string& name, const auto& set) {
      exercise.begin("n = " + std::to_string(n) + ", " + name);
      const Buffer<float> new_x(n), new_y(n);
      const Counters counters = exercise.run([&] {
        set();
        move_points<<<(n + 255) / 256, 256>>>(new_x.data(), new_y.data(), x.data(), y.data(), n);
      });
      const auto expected = [&](const std::vector<float>& numbers, int p, int q, int shift) {
        return [=, &numbers, &x, &y](long long i) {
          return numbers[p] * x.before()[i] + numbers[q] * y.before()[i] + numbers[shift];
        };
      };
      const Comparison close = {.absolute = 1e-5};
      const auto was_moved_by = [&](const std::vector<float>& numbers) {
        const auto is = [&](const Buffer<float>& buffer, const auto& reference) {
          return first_difference(buffer.read().data(), n, reference, close).empty();
        };
        return is(new_x, expected(numbers, 0, 1, 4)) && is(new_y, expected(numbers, 2, 3, 5));
      };
      if (name == "other shift" && !was_moved_by(map)) {
        const std::string misplaced = misplaced_shift(first_map, map[4], map[5], was_moved_by);
        exercise.require(misplaced.empty(), misplaced);
      }
      exercise.expect(new_x, expected(map, 0, 1, 4), close, "new_x");
      exercise.expect(new_y, expected(map, 2, 3, 5), close, "new_y");
      exercise.expect(x, x.before(), {}, "x");
      exercise.expect(y, y.before(), {}, "y");
      // A thread may have up to four points.
      const int warps = (n + 127) / 128, blocks = (n + 1023) / 1024;
      exercise.written_by(new_x, {.warps_at_least = warps,
                                  .blocks_at_least = blocks,
                                  .per_warp_at_most = Share::of_threads_with(4),
                                  .name = "new_x",
                                  .task = "a thread may have up to four points"});
      exercise.written_by(new_y, {.warps_at_least = warps,
                                  .blocks_at_least = blocks,
                                  .per_warp_at_most = Share::of_threads_with(4),
                                  .name = "new_y",
                                  .task = "a thread may have up to four points"});
      exercise.require(!kCountsInsteadOfTimes || counters.constant_requests > 0,
                       "the kernel reads no __constant__ variable: that is where the six numbers "
                       "are to come from");
      // x and y, in each of two lines of source, and for up to three points that a float4 leaves over.
      // The six would be 6 more, or fewer if they come together.
      exercise.limit("load requests", counters.global_load_requests, 4.0 * ((n + 31) / 32 + 3),
                     "a warp loads x and y of 32 points at once, but the six numbers come from "
                     "constant memory");
      // Warps of a large n that load x and y get whole sectors; all lanes that want one number, one.
      const double loads_of_a_warp = counters.global_load_requests / ((n + 31) / 32);
      exercise.require(!kCountsInsteadOfTimes || n < Exercise::kLarge ||
                           counters.global_load_sectors >= loads_of_a_warp * ((n + 7) / 8),
                       "the kernel loads more than x and y from global memory: all six numbers are "
                       "to come from constant memory");
    };
    // The numbers are the caller's again when set_map has returned.
    const auto set_and_overwrite = [&](float* numbers) {
      std::copy(map.begin(), map.end(), numbers);
      set_map(numbers);
      std::fill(numbers, numbers + map.size(), 1e9f);
    };
    std::vector<float> numbers(map.size());
    check("first map", [&] { set_and_overwrite(numbers.data()); });
    map[4] = -3.5f + n % 4, map[5] = 5.25f - n % 3;
    check("other shift", [&] { set_shift(map[4], map[5]); });
    map = random_floats(6, -2, 3);
    // From page-locked memory a copy may begin when the call has returned.
    float* page_locked;
    CHECK(cudaMallocHost(&page_locked, map.size() * sizeof(float)));
    check("other map", [&] { set_and_overwrite(page_locked); });
    CHECK(cudaFreeHost(page_locked));
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
