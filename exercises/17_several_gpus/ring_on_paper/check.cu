#include <algorithm>
#include <vector>

#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

constexpr int kDevices = 4, kBytes = 12000 * static_cast<int>(sizeof(float));

// What a way of doing it sends, message by message.
struct Sent {
  int steps = 0;
  int bytes[kDevices][kDevices] = {};  // from, to

  int out(int device) const {
    int sum = 0;
    for (const int to : bytes[device]) sum += to;
    return sum;
  }
};

Sent by_device_0() {
  Sent sent;
  for (int d = 1; d < kDevices; ++d) sent.bytes[d][0] += kBytes, sent.bytes[0][d] += kBytes;
  return sent;
}

// Follows the pieces round the ring. @param piece_of_1 what device 1 sends in the last step with additions
// @param has_0 which device has all of piece 0 then
Sent ring(int* piece_of_1, int* has_0) {
  Sent sent;
  std::vector<int> next(kDevices);  // the piece that each device sends
  for (int d = 0; d < kDevices; ++d) next[d] = d;
  for (int step = 0; step < 2 * (kDevices - 1); ++step, ++sent.steps) {
    if (step == kDevices - 2) *piece_of_1 = next[1];
    for (int d = 0; d < kDevices; ++d) sent.bytes[d][(d + 1) % kDevices] += kBytes / kDevices;
    std::rotate(next.rbegin(), next.rbegin() + 1, next.rend());  // to the right neighbour
    if (step != kDevices - 2) continue;
    for (int d = 0; d < kDevices; ++d) {
      if (next[d] == 0) *has_0 = d;
    }
  }
  return sent;
}

Sent two_shots() {
  Sent sent;
  for (int shot = 0; shot < 2; ++shot, ++sent.steps) {
    for (int from = 0; from < kDevices; ++from) {
      for (int to = 0; to < kDevices; ++to) {
        if (from != to) sent.bytes[from][to] += kBytes / kDevices;
      }
    }
  }
  return sent;
}

// Microseconds of a step in which a device sends so many messages of so many bytes.
double step_time(int messages, double bytes) { return 10 + messages * bytes / 50000; }
int rounded(double x) { return static_cast<int>(x + 0.5); }

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  const Sent star = by_device_0(), shots = two_shots();
  int piece = -1, has_0 = -1;
  const Sent round = ring(&piece, &has_0);
  exercise.answer("kOut0", kOut0, star.out(0), 0,
                  "how often does device 0 send the sum, and how many bytes are 12,000 floats?");
  exercise.answer("kOut1", kOut1, star.out(1), 0, "what does device 0 fetch from device 1?");
  exercise.answer("kSteps", kSteps, round.steps, 0,
                  "how many steps does a piece need to pass all devices? And then once more?");
  exercise.answer("kPerStep", kPerStep, kBytes / kDevices, 0,
                  "a device sends one piece. How many pieces has an array?");
  exercise.answer("kOutInRing", kOutInRing, round.out(0), 0, "how many steps, of how many bytes?");
  exercise.answer("kPieceOf1", kPieceOf1, piece, 0,
                  "device 1 sends on what came from device 0 in the step before. What was that?");
  exercise.answer("kHas0", kHas0, has_0, 0,
                  "piece 0 begins at device 0. Where is it three steps on?");
  exercise.answer("kOutInShots", kOutInShots, shots.out(0), 0,
                  "how many others load from a device in each shot, and how much?");
  exercise.answer("kOnePair", kOnePair, shots.bytes[1][2], 0,
                  "what does device 2 load from device 1 in each of the two shots?");
  const double big = 20e6 / kDevices, small = 4000.0 / kDevices;
  exercise.answer("kLong", kLong, rounded(round.steps * step_time(1, big)), 0,
                  "each step has one message per device. How many bytes has it?");
  exercise.answer("kShort", kShort, rounded(round.steps * step_time(1, small)), 0,
                  "how much of a step is left if the bytes take next to nothing?");
  exercise.answer("kLongShots", kLongShots, rounded(shots.steps * step_time(3, big)), 0,
                  "how many bytes does a device send in one shot?");
  exercise.answer("kShortShots", kShortShots, rounded(shots.steps * step_time(3, small)), 0,
                  "how many steps are two shots?");
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
