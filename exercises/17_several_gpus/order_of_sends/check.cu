#include <algorithm>
#include <string>
#include <vector>

#include "tutorial/exercise.cuh"

#include "tutorial/submission.cuh"

namespace check {  // so that an answer may have names of its own

struct Device {
  std::vector<Operation> operations;
  std::size_t next = 0;
  int steps = 0;  // until it was done with those before

  bool is_done() const { return next == operations.size(); }
  const Operation& now() const { return operations[next]; }
};

std::string device(int d) { return "device " + std::to_string(d); }

// Each of the four, once.
bool are_the_four(const std::vector<Operation>& operations, int d, int devices) {
  const int neighbours[] = {(d + 1) % devices, (d + devices - 1) % devices};
  std::vector<std::pair<bool, int>> wanted, got;
  for (const int with : neighbours) wanted.insert(wanted.end(), {{true, with}, {false, with}});
  for (const Operation& operation : operations) got.emplace_back(operation.sends, operation.with);
  std::sort(wanted.begin(), wanted.end());
  std::sort(got.begin(), got.end());
  return wanted == got;
}

// Who waits for whom, from one of those that wait on.
std::string circle(const std::vector<Device>& all) {
  const auto first =
      std::find_if(all.begin(), all.end(), [](const Device& d) { return !d.is_done(); });
  int d = static_cast<int>(first - all.begin());
  std::string text;
  for (std::size_t i = 0; i < all.size() && i < 3 && !all[d].is_done(); ++i) {
    const Operation& now = all[d].now();
    text += (i == 0 ? "" : ", ") + device(d) + (now.sends ? " sends to " : " receives from ") +
            std::to_string(now.with);
    d = now.with;
  }
  return text + (all.size() > 3 ? ", …" : "");
}

// Does what can be done until nothing can. @return steps
int go_through(Exercise& exercise, std::vector<Device>& all) {
  for (bool moves = true; moves;) {
    moves = false;
    for (std::size_t d = 0; d < all.size(); ++d) {
      Device& a = all[d];
      if (a.is_done() || !a.now().sends) continue;
      Device& b = all[a.now().with];
      if (b.is_done() || b.now().sends || b.now().with != static_cast<int>(d)) continue;
      a.steps = b.steps = std::max(a.steps, b.steps) + 1;
      ++a.next, ++b.next;
      moves = true;
    }
  }
  int steps = 0;
  for (const Device& d : all) {
    exercise.require(d.is_done(), "all wait: " + (d.is_done() ? "" : circle(all)));
    steps = std::max(steps, d.steps);
  }
  return steps;
}

int main(int argc, char** argv) {
  Exercise exercise(argc, argv);
  exercise.compare_inside();
  if (!exercise.open(kCaseIsOpen)) return exercise.verdict();
  for (const int devices : {4, 5, 2, 3, 6, 7, 16, 17, 64, 65}) {
    exercise.begin(std::to_string(devices) + " devices");
    std::vector<Device> all(devices);
    for (int d = 0; d < devices; ++d) {
      all[d].operations = operations(d, devices);
      exercise.require(
          are_the_four(all[d].operations, d, devices),
          device(d) + " has to send to both neighbours, and to receive from both, once");
    }
    if (exercise.failed()) continue;
    const int steps = go_through(exercise, all);
    exercise.limit("steps", steps, 8,
                   "pairs of devices without a device in common can exchange at the same time");
  }
  return exercise.verdict();
}

}  // namespace check

int main(int argc, char** argv) { return check::main(argc, argv); }
