#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  for (const int n : {1, 31, 32, 33, 127, 128, 129, 1009}) {
    exercise.begin("n = " + std::to_string(n));
    const int blocks = (n + kPiece - 1) / kPiece;
    const Buffer<float> charge(random_floats(n, 1, 2)), potential(n);
    const Counters counters = exercise.run(
        [&] { add_potentials<<<blocks, kPiece>>>(potential.data(), charge.data(), n); });
    exercise.expect(
        potential,
        [&](long long i) {
          double sum = 0;
          for (int k = 0; k < n; ++k) sum += charge.before()[k] / (1.0 + std::abs(i - k));
          return sum;
        },
        {.relative = 1e-4}, "potential");  // n roundings of positive numbers, 1009 × 6e-8
    exercise.written_by(
        potential,
        {.warps_at_least = (n + 31) / 32, .blocks_at_least = blocks, .name = "potential"});
    exercise.limit("load requests", counters.global_load_requests, 1.0 * blocks * ((n + 31) / 32),
                   "a block needs each charge once from global memory, all else from piece");
  }
  exercise.begin("");
  // Without a barrier after the use, a piece is overwritten by the next one; before the use, by none.
  const auto charge_at = [](int number_of_piece, int k) { return number_of_piece * kPiece + k; };
  exercise.answer("question 1", kLargestHarmlessN, kPiece, 0,
                  "for which n is piece filled only once? the race needs a second pass");
  exercise.answer("question 2", kChargeFoundInFirstPass, charge_at(0 + 1, 100), 0,
                  "the fast warp is one pass ahead: which charge does its thread 100 store there?");
  exercise.answer("question 3", kChargeFoundInSixthPass, charge_at(5 - 1, 100), 0,
                  "thread 100 has not stored yet: who wrote piece[100] last, in which pass?");
  int barriers = 0;
  for (int first = 0; first < 1009; first += kPiece) barriers += 2;
  exercise.answer("question 4", kBarriersOfAThread, barriers, 0,
                  "how many passes does the loop over first make, and how many barriers has each?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
