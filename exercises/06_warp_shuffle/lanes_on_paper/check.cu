#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

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
  const Buffer<int> noted(11);
  exercise.run([&] { ask<<<1, 32>>>(noted.data()); });
  const std::vector<int> right = noted.read();
  exercise.answer("kUp", kUp, right[0]);
  exercise.answer("kDown", kDown, right[1]);
  exercise.answer("kDownAtTheEnd", kDownAtTheEnd, right[2]);
  exercise.answer("kRing", kRing, right[3]);
  exercise.answer("kExchange", kExchange, right[4]);
  exercise.answer("kVotes", kVotes, right[5]);
  exercise.answer("kVotesBelow", kVotesBelow, right[6]);
  exercise.answer("kFirst", kFirst, right[7]);
  exercise.answer("kSame", kSame, right[8]);
  exercise.answer("kSumOfLane0", kSumOfLane0, right[9]);
  exercise.answer("kSumOfLane31", kSumOfLane31, right[10]);
  exercise.answer("kStores", kStores, 320 / 32);  // each warp's lowest lane
  exercise.answer("kLoads", kLoads, 1);           // one warp, all sums at once
  return exercise.verdict();
}
