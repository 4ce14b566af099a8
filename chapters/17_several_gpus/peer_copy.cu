// Chapter 17 · peer_copy
//
// Four ways from one device's memory to another's: by the host, by a copy without and with peer access, by a kernel that
// loads there, and by one that stores there.
//
//   peer_copy [--size N]     N ints, default 100003 on the CPU backend, 2^26 on a GPU
#include "devices.cuh"

constexpr int kBlock = 256;

// By which side it runs decides whether its loads or its stores go to the other device.
__global__ void copy(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

struct Sides {
  int from, to;  // devices
  int *in, *out, *host;
  int n;
  size_t bytes() const { return n * sizeof(int); }
};

void launch_on(int device, const Sides& s) {
  CHECK(cudaSetDevice(device));
  copy<<<(s.n + kBlock - 1) / kBlock, kBlock>>>(s.in, s.out, s.n);
  CHECK_LAST();
}

// Two copies, and pinned memory between them. The second begins when the first is done, as far as the host knows.
void by_the_host(const Sides& s) {
  CHECK(cudaSetDevice(s.from));
  CHECK(cudaMemcpyAsync(s.host, s.in, s.bytes(), cudaMemcpyDeviceToHost));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaSetDevice(s.to));
  CHECK(cudaMemcpyAsync(s.out, s.host, s.bytes(), cudaMemcpyHostToDevice));
}

void by_copy(const Sides& s) {
  CHECK(cudaSetDevice(s.from));
  CHECK(cudaMemcpyPeerAsync(s.out, s.to, s.in, s.from, s.bytes(), nullptr));
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Copy from one device to another.");
  const int devices = count_devices();
  Sides s = {0, devices - 1, nullptr, nullptr, nullptr, 0};
  s.n = options.size({.cpu = 100003, .gpu = 1 << 26, .bytes_per_element = 2 * sizeof(int)});
  const std::vector<int> input = random_ints(s.n);
  CHECK(cudaMallocHost(&s.host, s.bytes()));
  CHECK(cudaSetDevice(s.to));
  CHECK(cudaMalloc(&s.out, s.bytes()));
  CHECK(cudaSetDevice(s.from));
  CHECK(cudaMalloc(&s.in, s.bytes()));
  CHECK(cudaMemcpy(s.in, input.data(), s.bytes(), cudaMemcpyHostToDevice));

  Table table({"from device " + std::to_string(s.from) + " to " + std::to_string(s.to), timed("ms"),
               timed("GB/s"), modelled("loaded"), modelled("stored"), modelled("copied"),
               modelled("staged")});
  bool passed = true;
  const auto run = [&](const std::string& name, const auto& work) {
    CHECK(cudaSetDevice(s.to));
    poison(s.out, s.n);
    wait_for_all(devices);
    const Traffic before = traffic(s.from, s.to);
    const double ms = host_milliseconds(20, [&] {
      work();
      wait_for_all(devices);
    });
    const Traffic t = traffic(s.from, s.to) - before;
    table.add({name, figure("%.3f", ms), figure("%.1f", 1e-6 * s.bytes() / ms),
               figure("%.0f", t.loaded), figure("%.0f", t.stored), figure("%.0f", t.copied),
               figure("%.0f", t.staged)});
    const std::string wrong = first_difference_on_device(s.out, s.n, input);
    if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", name.c_str(), wrong.c_str());
    passed &= wrong.empty();
  };
  run("two copies, by the host", [&] { by_the_host(s); });
  run("cudaMemcpyPeerAsync", [&] { by_copy(s); });
  if (open_all_peers(devices)) {
    run("… with peer access", [&] { by_copy(s); });
    run("a kernel that loads there", [&] { launch_on(s.to, s); });
    run("a kernel that stores there", [&] { launch_on(s.from, s); });
  } else {
    std::puts("this machine has no peer access between its devices");
  }
  table.print(std::to_string(s.bytes()) + " bytes; counts in bytes between the two devices");
  say_what_is_missing(devices);
  CHECK(cudaFree(s.in));
  CHECK(cudaFree(s.out));
  CHECK(cudaFreeHost(s.host));
  return verdict(passed);
}
