#include "tutorial/device.cuh"
#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

inline bool operator==(const int4& a, const int4& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

// (x, y, z, w), each from 0 to `most`.
std::vector<int4> random_vectors(int n, int most) {
  const std::vector<int> numbers = random_ints(4 * n, 0, most);
  std::vector<int4> vectors(n);
  for (int i = 0; i < n; ++i) {
    vectors[i] = {numbers[4 * i], numbers[4 * i + 1], numbers[4 * i + 2], numbers[4 * i + 3]};
  }
  return vectors;
}

// What lamps of the same room, and of no other one, add up to.
std::vector<int> lit_on_host(const std::vector<int4>& points, const std::vector<int4>& lamps,
                             const std::vector<int4>& colours) {
  const int n = static_cast<int>(points.size());
  std::vector<int> lit;
  for (int i = 0; i < n; ++i) {
    const int4 point = points[i];
    int4 sum = {};
    const int first = i / kRoom * kRoom;
    for (int k = first; k < std::min(first + kRoom, n); ++k) {
      const int x = lamps[k].x - point.x, y = lamps[k].y - point.y, z = lamps[k].z - point.z;
      if (x * x + y * y + z * z > lamps[k].w * lamps[k].w) continue;
      sum = {sum.x + colours[k].x, sum.y + colours[k].y, sum.z + colours[k].z,
             sum.w + colours[k].w};
    }
    lit.insert(lit.end(), {sum.x, sum.y, sum.z, sum.w});
  }
  return lit;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  require_compute_capability(9, 0);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  exercise.answer("kBytesOfSecondRoom", kBytesOfSecondRoom, 2 * (100 - kRoom) * sizeof(int4), 0,
                  "it has 100 - 64 lamps and as many colours, of 16 bytes each");
  exercise.answer("kLuckyN", kLuckyN, kRoom / 2, 0,
                  "the barrier expects the bytes of 64 lamps, and both copies bring 32 n");
  for (const auto& [n, blocks] : {std::pair(320, 2),
                                  {100, 2},
                                  {1, 1},
                                  {31, 1},
                                  {32, 1},
                                  {33, 3},
                                  {63, 1},
                                  {64, 1},
                                  {65, 1},
                                  {1009, 3},
                                  {1009, 1},
                                  {4099, 80}}) {
    const std::string name = "n = " + std::to_string(n) + ", " + std::to_string(blocks) +
                             (blocks == 1 ? " block" : " blocks");
    exercise.twice(name, [&, n = n, blocks = blocks] {
      const Buffer<int4> points(random_vectors(n, 99)), lamps(random_vectors(n, 99)),
          colours(random_vectors(n, 255));
      const Buffer<int> lit(4 * n);
      const Counters counters = exercise.run([&] {
        light_rooms<<<blocks, kRoom>>>(reinterpret_cast<int4*>(lit.data()), points.data(),
                                       lamps.data(), colours.data(), n);
      });
      exercise.expect(lit, lit_on_host(points.before(), lamps.before(), colours.before()),
                      {.columns = 4}, "lit");
      exercise.limit("sectors loaded", counters.global_load_sectors, (n + 1) / 2,
                     "threads load the points; lamps and colours come by bulk copies");
      const int rooms = (n + kRoom - 1) / kRoom;
      exercise.written_by(lit, {.warps_at_least = (std::min(n, blocks * kRoom) + 31) / 32,
                                .blocks_at_least = std::min(rooms, blocks),
                                .name = "lit"});
    });
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
