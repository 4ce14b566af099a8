#include <set>

#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

constexpr int kWords = 2112;  // what the largest array, 32 × 33 doubles, takes

// One warp: lane l reads a T, `places[l]` bytes from where shared memory begins.
template <class T>
__global__ void read(T* out, const int* places) {
  alignas(16) __shared__ int words[kWords];
  for (int i = threadIdx.x; i < kWords; i += 32) words[i] = i;
  __syncwarp();
  out[threadIdx.x] =
      *reinterpret_cast<const T*>(reinterpret_cast<const char*>(words) + places[threadIdx.x]);
}

// By the rule: 32 lanes (for 8 bytes 16, for 16 bytes 8 at a time) wait for the busiest bank.
int wavefronts(const std::vector<int>& places, int bytes) {
  const int group = bytes > 4 ? 128 / bytes : 32, width = bytes > 4 ? bytes / 4 : 1;
  int sum = 0;
  for (int first = 0; first < 32; first += group) {
    std::set<int> words_of[32];
    for (int lane = first; lane < first + group; ++lane) {
      const int word = places[lane] / 4;
      for (int k = word; k < word + width; ++k) words_of[k % 32].insert(k);
    }
    std::size_t most = 0;
    for (const std::set<int>& words : words_of) most = std::max(most, words.size());
    sum += static_cast<int>(most);
  }
  return sum;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const auto ask = [&](const std::string& question, int given, auto value, const auto& place_of,
                       const std::string& thought) {
    using T = decltype(value);
    std::vector<int> places(32);
    for (int lane = 0; lane < 32; ++lane) places[lane] = place_of(lane) * int{sizeof(T)};
    const int right = wavefronts(places, sizeof(T));
    // The same by counting: the wavefronts that a request of this width needs anyway, and the conflicts.
    const Buffer<int> at(places);
    const Buffer<T> out(32);
    const Counters counters = exercise.run([&] { read<<<1, 32>>>(out.data(), at.data()); });
    const double counted = std::max(1, int{sizeof(T)} / 4) + counters.bank_conflicts;
    exercise.require(!kCountsInsteadOfTimes || counted == right, "the check is wrong: " + question);
    exercise.answer(question, given, right, 0, thought);
  };
  ask(
      "words[20 * lane]", kWordsApart, float{}, [](int lane) { return 20 * lane; },
      "after how many lanes is a request back in the same bank?");
  ask(
      "a column of 40 floats", kColumnOfFloats, float{}, [](int lane) { return 40 * lane; },
      "in which bank does each row begin?");
  ask(
      "a diagonal, 33 floats", kDiagonalOfPadded, float{}, [](int lane) { return 34 * lane; },
      "how many words further is the next lane?");
  ask(
      "tile[lane % 4][0]", kPartOfColumn, float{}, [](int lane) { return lane % 4 * 32; },
      "how many different words are that?");
  ask(
      "four rows of eight", kFourRowsOfEight, float{},
      [](int lane) { return lane / 8 * 36 + lane % 8; },
      "which banks has each row, and which of them has another row, too?");
  ask(
      "a column of bytes", kColumnOfBytes, char{}, [](int lane) { return 32 * lane; },
      "a bank is 4 bytes wide, so how many words further is the next row?");
  ask(
      "a column of doubles", kColumnOfDoubles, double{}, [](int lane) { return 33 * lane; },
      "16 lanes are served at a time, with two words each; how many wavefronts is each half?");
  ask(
      "every third float4", kQuadsApart, float4{}, [](int lane) { return 3 * lane; },
      "8 lanes are served at a time, with four words each; how many wavefronts is each quarter?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
