#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.answer("kLimitOfA", kLimitOfA, 2, 0, "which figure is eight times what it should be?");
  exercise.answer("kLimitOfB", kLimitOfB, 3, 0,
                  "41 % of a copy, and all accesses are coalesced: what takes turns?");
  exercise.answer("kLimitOfC", kLimitOfC, 1, 0, "how much faster could it be at all?");
  exercise.answer("kLimitOfD", kLimitOfD, 4, 0,
                  "how many different addresses do 256 bins have, and how many lanes a request?");
  exercise.answer("kLimitOfE", kLimitOfE, 5, 0,
                  "is there a figure that is bad? What does memory do while a warp waits?");
  exercise.answer("kLimitOfF", kLimitOfF, 6, 0, "memory and warps are fine. What is computed?");
  exercise.answer("kLimitOfG", kLimitOfG, 7, 0, "where are the other 38.8 ms?");
  exercise.answer("kLeastMicroseconds", kLeastMicroseconds, 2 * 33.2e6 / 4200e9 * 1e6, 0.5,
                  "a copy's bandwidth counts what is read and what is written");
  exercise.answer("kSavedPercent", kSavedPercent, 100 * (4.95 - 0.0495) / 12.39, 0.5,
                  "how long does the rest of the program take?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
