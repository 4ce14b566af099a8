#include <cstddef>
#include <set>

#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

/// Where each lane reads, in bytes from the beginning of the array; nowhere if < 0.
struct Addresses {
  int at[32];
};

template <class T>
__global__ void load(T* out, const char* in, Addresses addresses) {
  const int at = addresses.at[threadIdx.x];
  if (at >= 0) out[threadIdx.x] = *reinterpret_cast<const T*>(in + at);
}

/// The right answer is the number of different sectors; the CPU backend has to count as many.
template <class T, class Address>
void ask(Exercise& exercise, const std::string& question, int given, const Address& address,
         const std::string& thought) {
  Addresses addresses;
  std::set<int> sectors;
  for (int lane = 0; lane < 32; ++lane) {
    const int at = static_cast<int>(address(lane));
    addresses.at[lane] = at;
    if (at >= 0) sectors.insert(at / 32);
  }
  const Buffer<char> in(std::vector<char>(4096)), out(32 * sizeof(T));
  const Counters counters = exercise.run(
      [&] { load<<<1, 32>>>(reinterpret_cast<T*>(out.data()), in.data(), addresses); });
  exercise.require(!kCountsInsteadOfTimes || counters.global_load_sectors == sectors.size(),
                   "the check is wrong about " + question);
  exercise.answer(question, given, static_cast<double>(sectors.size()), 0, thought);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  ask<float>(
      exercise, "float in[lane + 20]", kOffset, [](int lane) { return 4 * (lane + 20); },
      "at which byte does lane 0 begin, and at which does lane 31 end?");
  ask<float>(
      exercise, "float in[6 * lane]", kStride, [](int lane) { return 4 * (6 * lane); },
      "how many bytes from one lane to the next, and does a step that long skip a sector?");
  ask<float>(
      exercise, "float in[(7 * lane) % 32]", kMixed, [](int lane) { return 4 * ((7 * lane) % 32); },
      "which floats do the lanes read together, in whatever order?");
  ask<float>(
      exercise, "float in[100 * (lane / 4)]", kFours,
      [](int lane) { return 4 * (100 * (lane / 4)); }, "how many different addresses are that?");
  ask<double>(
      exercise, "double in[lane]", kDoubles, [](int lane) { return 8 * lane; },
      "how many bytes do the 32 lanes read together?");
  ask<unsigned char>(
      exercise, "unsigned char in[lane + 5]", kBytes, [](int lane) { return lane + 5; },
      "at which byte does lane 0 begin, and at which does lane 31?");
  ask<float4>(
      exercise, "float4 in[2 * lane]", kEveryOther, [](int lane) { return 16 * (2 * lane); },
      "how many bytes from one lane to the next, and do two lanes ever share a sector?");
  ask<double>(
      exercise, "Body in[lane].mass", kMass,
      [](int lane) { return sizeof(Body) * lane + offsetof(Body, mass); },
      "a Body has 24 bytes: at which byte is the mass of each of the first four?");
  ask<float>(
      exercise, "float in[lane], even lanes", kEvenLanes,
      [](int lane) { return lane % 2 == 0 ? 4 * lane : -1; },
      "is there a sector of which no lane reads a float?");
  ask<float>(
      exercise, "float in[100 * y + x]", kFourRows,
      [](int lane) { return 4 * (100 * (lane / 8) + lane % 8); },
      "which of the four rows begin at a multiple of 32 bytes?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
