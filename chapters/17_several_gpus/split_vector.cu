// Chapter 17 · split_vector
//
// y = a x + y on all devices: each has a share of the elements, in its own memory and its own stream. The host issues
// everything, then waits; if it waits for each device before it goes on to the next, only one works at a time.
//
//   split_vector [--size N]     N floats, default 100003 on the CPU backend, 2^26 on a GPU
#include "devices.cuh"

constexpr int kBlock = 256;
constexpr float kFactor = 3;

__global__ void scale_and_add(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

// A device's share: `count` elements from `first` on.
struct Share {
  int device, first, count;
  float *x, *y;
  cudaStream_t stream;
};

// Into the share's stream: copies in, the kernel, and the copy out. Pinned memory, or the copies would wait for each other.
void issue(const Share& s, const float* x, const float* y, float* result) {
  if (s.count == 0) return;
  const size_t bytes = s.count * sizeof(float);
  CHECK(cudaSetDevice(s.device));  // a launch is for the current device, and so must its stream be
  CHECK(cudaMemcpyAsync(s.x, x + s.first, bytes, cudaMemcpyHostToDevice, s.stream));
  CHECK(cudaMemcpyAsync(s.y, y + s.first, bytes, cudaMemcpyHostToDevice, s.stream));
  scale_and_add<<<(s.count + kBlock - 1) / kBlock, kBlock, 0, s.stream>>>(kFactor, s.x, s.y,
                                                                          s.count);
  CHECK_LAST();
  CHECK(cudaMemcpyAsync(result + s.first, s.y, bytes, cudaMemcpyDeviceToHost, s.stream));
}

// All devices get the same, rounded up; the last ones may get less, or nothing.
std::vector<Share> make_shares(int devices, int n) {
  const int each = (n + devices - 1) / devices;
  std::vector<Share> shares;
  for (int device = 0; device < devices; ++device) {
    const int first = std::min(n, device * each), count = std::min(each, n - first);
    Share s = {device, first, count, nullptr, nullptr, nullptr};
    CHECK(cudaSetDevice(device));
    CHECK(cudaMalloc(&s.x, each * sizeof(float)));
    CHECK(cudaMalloc(&s.y, each * sizeof(float)));
    CHECK(cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking));
    shares.push_back(s);
  }
  return shares;
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Share a vector operation out to all devices.");
  const int devices = count_devices();
  const int n =
      options.size({.cpu = 100003, .gpu = 1 << 26, .bytes_per_element = 2 * sizeof(float)});
  const std::vector<float> input_x = random_floats(n), input_y = random_floats(n);
  float *x = nullptr, *y = nullptr, *result = nullptr;
  for (float** array : {&x, &y, &result}) {  // portable: pinned for all devices
    CHECK(cudaHostAlloc(array, n * sizeof(float), cudaHostAllocPortable));
  }
  std::copy(input_x.begin(), input_x.end(), x);
  std::copy(input_y.begin(), input_y.end(), y);
  const std::vector<Share> shares = make_shares(devices, n);

  Table parts({"device", "first element", "elements", "blocks"});
  for (const Share& s : shares) {
    parts.add({std::to_string(s.device), std::to_string(s.first), std::to_string(s.count),
               std::to_string((s.count + kBlock - 1) / kBlock)});
  }
  parts.print("Shares of " + std::to_string(n) + " elements");

  Table table({"the host", timed("ms"), timed("GB/s"), "result"});
  bool passed = true;
  const auto run = [&](const std::string& name, bool waits_for_each) {
    std::fill_n(result, n, tutorial::poison_value<float>());
    const double ms = host_milliseconds(20, [&] {
      for (const Share& s : shares) {
        issue(s, x, y, result);
        if (waits_for_each) CHECK(cudaStreamSynchronize(s.stream));
      }
      for (const Share& s : shares) CHECK(cudaStreamSynchronize(s.stream));
    });
    const std::string wrong =
        first_difference(result, n, [&](long long i) { return kFactor * input_x[i] + input_y[i]; },
                         {.relative = 1e-6, .absolute = 1e-6});
    if (!wrong.empty()) std::fprintf(stderr, "%s, %s\n", name.c_str(), wrong.c_str());
    passed &= wrong.empty();
    table.add({name, figure("%.3f", ms), figure("%.1f", 3e-6 * n * sizeof(float) / ms),
               wrong.empty() ? "right" : "wrong"});
  };
  run("waits for each device", true);
  run("issues all, then waits", false);
  table.print();
  say_what_is_missing(devices);
  for (const Share& s : shares) {
    CHECK(cudaSetDevice(s.device));
    CHECK(cudaFree(s.x));
    CHECK(cudaFree(s.y));
    CHECK(cudaStreamDestroy(s.stream));
  }
  for (float* array : {x, y, result}) CHECK(cudaFreeHost(array));
  return verdict(passed);
}
