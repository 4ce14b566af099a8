#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.answer("kElement", kElement, 1000, 0,
                  "how many floats have 4000 bytes, and how far past their end is the write?");
  exercise.answer("kThread", kThread, 997, 0,
                  "blocks of 256 threads: how many threads come before block 3?");
  exercise.answer("kPastTheEnd", kPastTheEnd, 3, 0,
                  "which i are less than n, and which i + 3 are not?");
  exercise.answer("kSharedElement", kSharedElement, 1, 0, "how many bytes has an int?");
  exercise.answer("kHalfOfTheReader", kHalfOfTheReader, 1, 0,
                  "thread 0 reads s[half], and which element is it?");
  exercise.answer("kRoundsOfTheWriter", kRoundsOfTheWriter, 6, 0,
                  "for which values of half does thread 1 write its element?");
  // At the beginning of a round, or at its end.
  exercise.answer("kBarrierInFront", kBarrierInFront, kBarrierInFront == 18 ? 18 : 17, 0,
                  "must the threads wait once, or in each round?");
  exercise.answer("kRow", kRow, 18, 0, "which block does the report name?");
  exercise.answer("kRemainder", kRemainder, 8, 0, "which last digit has a multiple of 16?");
  exercise.answer("kBytesPerRow", kBytesPerRow, 4004, 0, "how many bytes have all rows together?");
  exercise.answer("kRowBefore", kRowBefore, 16, 0,
                  "row b begins at byte 4004 × b: for which b is that a multiple of 16?");
  exercise.answer(
      "kGuiltyLine", kGuiltyLine, 38, 0,
      kGuiltyLine == 40   ? "Report C has the name of the kernel that failed. Is it this one?"
      : kGuiltyLine == 42 ? "this line launches nothing: it asks. About which launch?"
                          : "which kernel failed, by Report C, and which line launches it?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
