#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

template <int kChunks>
void check_places(Exercise& exercise) {
  constexpr int kPlaces = kRows * kChunks;
  std::vector<int> taken(kPlaces, -1);
  exercise.begin("rows of " + std::to_string(kChunks) + " chunks");
  const auto name = [](int i) {
    return "place<" + std::to_string(kChunks) + ">(" + std::to_string(i / kChunks) + ", " +
           std::to_string(i % kChunks) + ")";
  };
  for (int i = 0; i < kPlaces; ++i) {
    const int at = place<kChunks>(i / kChunks, i % kChunks);
    const bool is_inside = 0 <= at && at < kPlaces;
    exercise.require(is_inside, name(i) + " is " + std::to_string(at) +
                                    ", and the tile has places 0 to " +
                                    std::to_string(kPlaces - 1));
    if (!is_inside) return;
    const int other = std::max(taken[at], 0), row = at / kChunks;
    std::string message = name(i) + " is " + std::to_string(at) + ", and so is " + name(other);
    if (i / kChunks != row || other / kChunks != row) {
      message += ", but place " + std::to_string(at) + " is in row " + std::to_string(row) +
                 ": which exclusive or keeps 0 to " + std::to_string(kChunks - 1) +
                 " in their row?";
    }
    exercise.require(taken[at] == -1, message);
    taken[at] = i;
  }
}

template <int kChunks>
void check_sums(Exercise& exercise) {
  for (const int rows : {kRows, 1, 33, 1000}) {
    exercise.begin(std::to_string(rows) + " rows of " + std::to_string(kChunks) + " chunks");
    const std::vector<float> floats = random_floats(rows * kChunks * 4);
    std::vector<float4> chunks(rows * kChunks);
    std::memcpy(chunks.data(), floats.data(), floats.size() * sizeof(float));
    const Buffer<float4> in(chunks);
    const Buffer<float> out(rows);
    const int blocks = (rows + kRows - 1) / kRows;
    const Counters counters =
        exercise.run([&] { row_sums<kChunks><<<blocks, kRows>>>(out.data(), in.data(), rows); });
    const auto sum = [&](long long row) {
      double sum = 0;
      for (int i = 0; i < 4 * kChunks; ++i) sum += floats[row * 4 * kChunks + i];
      return sum;
    };
    exercise.expect(out, sum, {.absolute = 4e-5});
    exercise.limit("bank conflicts", counters.bank_conflicts, 0,
                   "eight neighbouring threads are served at a time, with four words each: they "
                   "need all 32 banks when the tile is filled, and when a column is read");
  }
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(place<8>(0, 0) != kNotAnswered)) return exercise.verdict();
  check_places<8>(exercise);
  check_places<16>(exercise);
  check_places<4>(exercise);
  check_places<12>(exercise);
  check_places<10>(exercise);
  check_sums<8>(exercise);
  check_sums<16>(exercise);
  check_sums<4>(exercise);
  check_sums<12>(exercise);
  check_sums<10>(exercise);
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
