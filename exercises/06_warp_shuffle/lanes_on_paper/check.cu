#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

constexpr unsigned kAll = ~0u;

// One warp, in which a lane notes what the question is about.
__global__ void ask(int* right) {
  const int lane = threadIdx.x;
  const auto note = [&](int who, int question, int number) {
    if (lane == who) right[question] = number;
  };
  note(2, 0, __shfl_up_sync(kAll, lane, 3));
  const int down = __shfl_down_sync(kAll, lane, 5, 8);
  note(10, 1, down);
  note(13, 2, down);
  note(5, 3, __shfl_sync(kAll, lane, lane + 30));
  note(21, 4, __shfl_xor_sync(kAll, lane, 12));

  const unsigned b = __ballot_sync(kAll, lane % 3 == 1);
  note(0, 5, __popc(b));
  note(0, 6, __popc(b & ((1u << 20) - 1)));
  note(0, 7, __ffs(b));
  note(7, 8, __popc(__match_any_sync(kAll, lane % 5)));

  int x = lane;
  for (int offset = 16; offset > 0; offset /= 2) x += __shfl_down_sync(kAll, x, offset);
  note(0, 9, x);
  note(31, 10, x);
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  const Buffer<int> noted(11);
  exercise.run([&] { ask<<<1, 32>>>(noted.data()); });
  const std::vector<int> right = noted.read();
  exercise.answer("kUp", kUp, right[0], 0,
                  "is there a lane 3 below lane 2, and if not, whose number does a lane get?");
  exercise.answer("kDown", kDown, right[1], 0,
                  "lane 10 is place 2 of the piece of lanes 8 to 15. Which lane is place 2 + 5?");
  exercise.answer("kDownAtTheEnd", kDownAtTheEnd, right[2], 0,
                  "lane 13 is place 5 of its piece of 8 lanes. Is there a place 5 + 5?");
  exercise.answer("kRing", kRing, right[3], 0,
                  "only __shfl_sync goes round: how much is 5 + 30, modulo 32?");
  exercise.answer("kExchange", kExchange, right[4], 0, "which bits of 21 does 12 = 01100 flip?");
  exercise.answer("kVotes", kVotes, right[5], 0, "which of the lanes 1, 4, 7, … are below 32?");
  exercise.answer("kVotesBelow", kVotesBelow, right[6], 0,
                  "the mask has bits 0 to 19: which of the lanes 1, 4, 7, … are among them?");
  exercise.answer(
      "kFirst", kFirst, right[7], 0,
      "lane 1 is the first one with a vote. What is __ffs of a word in which bit 0 is set?");
  exercise.answer("kSame", kSame, right[8], 0,
                  "lane 7 came with 2. Which of the lanes 2, 7, 12, … are below 32?");
  exercise.answer("kSumOfLane0", kSumOfLane0, right[9], 0,
                  "lane 0 gets the numbers of all lanes: what is 0 + 1 + … + 31?");
  exercise.answer(
      "kSumOfLane31", kSumOfLane31, right[10], 0,
      "there is no lane above lane 31, so what does it add to its x in each of five rounds?");
  exercise.answer(
      "kStores", kStores, 320 / 32, 0,
      "which lane of a warp has the sum, and how many warps have 320 threads?");  // each warp's lowest lane
  exercise.answer(
      "kLoads", kLoads, 1, 0,
      "how many warps load the sums, and how many sums does one request bring?");  // one warp, all sums at once
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
