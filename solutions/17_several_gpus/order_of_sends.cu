// Exercise · order_of_sends: devices in a ring that all send first, and so wait for each other forever.
// The task is README.md, hints are in hints.md, the check is check.cu. Nothing here runs on a GPU.
#include <vector>

// A message to another device, or one from it.
struct Operation {
  bool sends;
  int with;  // the other device
};

// TODO (about 10 lines): open the case, and find an order
constexpr bool kCaseIsOpen = true;  // true: the check goes through the operations

// What a device does, one operation after the other. `devices` is 2 at least.
std::vector<Operation> operations(int device, int devices) {
  const int right = (device + 1) % devices, left = (device + devices - 1) % devices;
  // Edge e joins e and e + 1. Even ones come first, then odd ones, and in a ring of odd length the last one alone.
  const auto turn = [&](int e) { return e == devices - 1 && devices % 2 == 1 ? 2 : e % 2; };
  // The left side of an edge sends first.
  const Operation to_right[] = {{true, right}, {false, right}};
  const Operation to_left[] = {{false, left}, {true, left}};
  if (turn(device) < turn(left)) return {to_right[0], to_right[1], to_left[0], to_left[1]};
  return {to_left[0], to_left[1], to_right[0], to_right[1]};
}
// END
