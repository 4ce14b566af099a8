// Chapter 17 · who_is_there
//
// Which devices there are, which of them reach each other's memory, and whose memory a pointer is. Every host thread has
// a current device of its own; what it allocates and launches is for that one.
//
//   who_is_there
#include <thread>

#include "devices.cuh"

constexpr int kBlock = 256, kElements = 1000;

__global__ void sign(int* out, int n, int device) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 1000 * (device + 1) + i % 1000;
}

// The device of a pointer; the runtime knows it from the address.
int owner_of(const void* pointer) {
  cudaPointerAttributes attributes = {};
  CHECK(cudaPointerGetAttributes(&attributes, pointer));
  return attributes.device;
}

int current_device() {
  int device = -1;
  CHECK(cudaGetDevice(&device));
  return device;
}

// Whether row's kernels may load and store in column's memory, and use atomic operations there.
void print_peers(int devices) {
  std::vector<Heading> headings = {"device"};
  for (int peer = 0; peer < devices; ++peer) headings.emplace_back("of " + std::to_string(peer));
  Table table(headings);
  for (int device = 0; device < devices; ++device) {
    std::vector<std::string> row = {std::to_string(device)};
    for (int peer = 0; peer < devices; ++peer) {
      int access = 0, atomics = 0;
      if (peer != device) {
        CHECK(cudaDeviceCanAccessPeer(&access, device, peer));
        CHECK(
            cudaDeviceGetP2PAttribute(&atomics, cudaDevP2PAttrNativeAtomicSupported, device, peer));
      }
      row.push_back(peer == device ? "own" : access == 0 ? "no" : atomics == 0 ? "yes" : "atomics");
    }
    table.add(row);
  }
  table.print("Can a device use the memory of another one?");
}

int main(int argc, char** argv) {
  Options::without_size(argc, argv, "Show the devices and who reaches whose memory.");
  const int devices = count_devices();
  Table table({"device", "multiprocessors", "PCI bus", "the memory belongs to"});
  bool passed = true;
  for (int device = 0; device < devices; ++device) {
    // From here on, this thread's allocations, streams and launches are for this device.
    CHECK(cudaSetDevice(device));
    int* out = nullptr;
    CHECK(cudaMalloc(&out, kElements * sizeof(int)));
    poison(out, kElements);
    sign<<<(kElements + kBlock - 1) / kBlock, kBlock>>>(out, kElements, device);
    CHECK_LAST();
    const std::string wrong = first_difference_on_device(
        out, kElements, [&](long long i) { return static_cast<int>(1000 * (device + 1) + i); });
    if (!wrong.empty()) std::fprintf(stderr, "device %d, %s\n", device, wrong.c_str());
    passed &= wrong.empty() && owner_of(out) == device;
    char bus[32];
    CHECK(cudaDeviceGetPCIBusId(bus, sizeof bus, device));
    table.add({std::to_string(device), std::to_string(device_info().multiprocessors), bus,
               "device " + std::to_string(owner_of(out))});
    CHECK(cudaFree(out));
  }
  table.print("Devices");
  print_peers(devices);

  // The last device is still this thread's. A new thread begins with device 0.
  int elsewhere = -1;
  std::thread([&] { elsewhere = current_device(); }).join();
  std::printf("\nthis thread has device %d, a new one begins with device %d\n", current_device(),
              elsewhere);
  passed &= current_device() == devices - 1 && elsewhere == 0;
  const cudaError_t none = cudaSetDevice(devices);
  std::printf("cudaSetDevice(%d): %s\n", devices, cudaGetErrorName(none));
  passed &= none == cudaErrorInvalidDevice && cudaGetLastError() == none;
  say_what_is_missing(devices);
  return verdict(passed);
}
