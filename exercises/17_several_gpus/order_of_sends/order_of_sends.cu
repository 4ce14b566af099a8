// Exercise · order_of_sends: devices in a ring that all send first, and so wait for each other forever.
// The task is README.md, hints are in hints.md, the check is check.cu. Nothing here runs on a GPU.
#include <vector>

// A message to another device, or one from it.
struct Operation {
  bool sends;
  int with;  // the other device
};

// TODO (about 10 lines): open the case, and find an order
constexpr bool kCaseIsOpen = false;  // true: the check goes through the operations

// What a device does, one operation after the other. `devices` is 2 at least.
std::vector<Operation> operations(int device, int devices) {
  const int right = (device + 1) % devices, left = (device + devices - 1) % devices;
  return {{true, right}, {false, left}, {true, left}, {false, right}};
}
// END
