// Keys on all devices for a sort that they share, and how it is run, checked and counted.
#pragma once

#include "devices.cuh"

constexpr int kBlock = 256, kMost = 16;  // threads, devices

// A device's keys: what it begins with, and what it has in the end, which is as long as `received`.
struct Keys {
  int device, n, received;
  int *in, *out;
  int *cuts, *samples;  // small arrays, which the host reads, too
  cudaStream_t stream;
  cudaEvent_t event;
};

inline std::vector<Keys> make_keys(int devices, int n, int samples) {
  std::vector<Keys> all;
  for (int d = 0; d < devices; ++d) {
    Keys keys = {};
    const auto first = [&](int e) { return static_cast<int>(1ll * n * e / devices); };
    keys.device = d, keys.n = first(d + 1) - first(d);
    CHECK(cudaSetDevice(d));
    CHECK(cudaMalloc(&keys.in, std::max(keys.n, 1) * sizeof(int)));
    CHECK(cudaMalloc(&keys.out, std::max(n, 1) * sizeof(int)));  // it may get all of them
    CHECK(cudaHostAlloc(&keys.cuts, 2 * (kMost + 1) * sizeof(int), cudaHostAllocPortable));
    CHECK(cudaHostAlloc(&keys.samples, samples * sizeof(int), cudaHostAllocPortable));
    CHECK(cudaStreamCreateWithFlags(&keys.stream, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&keys.event, cudaEventDisableTiming));
    all.push_back(keys);
  }
  return all;
}

inline void release(const std::vector<Keys>& all) {
  for (const Keys& keys : all) {
    CHECK(cudaSetDevice(keys.device));
    for (int* memory : {keys.in, keys.out}) CHECK(cudaFree(memory));
    for (int* memory : {keys.cuts, keys.samples}) CHECK(cudaFreeHost(memory));
    CHECK(cudaStreamDestroy(keys.stream));
    CHECK(cudaEventDestroy(keys.event));
  }
}

// Most of them are small: a tenth is below a thousandth of the largest.
inline std::vector<int> skewed_keys(int n) {
  std::vector<int> keys = random_ints(n, 0, 9999);
  for (int& key : keys) key = static_cast<int>(1ll * key * key * key / 1000);
  return keys;
}

// One row for each way.
struct Rows {
  std::vector<Keys>& all;
  const std::vector<int>&input, &expected;
  Table table{{std::to_string(input.size()) + " keys on " + std::to_string(all.size()), timed("ms"),
               "fewest keys", "most keys", modelled("bytes"), modelled("into the busiest")}};
  bool passed = true;

  Rows(std::vector<Keys>& all, const std::vector<int>& input, const std::vector<int>& expected)
      : all(all), input(input), expected(expected) {}

  template <class Work>
  void run(const std::string& name, const Work& work) {
    const int devices = static_cast<int>(all.size());
    std::vector<double> times, into;
    for (int turn = 0; turn < (has_times() ? 11 : 1); ++turn) {  // the first warms up
      const int* from = input.data();
      for (const Keys& keys : all) {
        CHECK(cudaSetDevice(keys.device));
        CHECK(cudaMemcpy(keys.in, from, keys.n * sizeof(int), cudaMemcpyHostToDevice));
        poison(keys.out, static_cast<long long>(input.size()));
        from += keys.n;
      }
      wait_for_all(devices);
      into.assign(devices, 0);
      const auto add = [&](double sign) {
        for (int i = 0; i < devices * devices; ++i) {
          into[i % devices] += sign * traffic(i / devices, i % devices).all();
        }
      };
      add(-1);
      const HostTimer timer;
      work();
      wait_for_all(devices);
      if (turn > 0 || !has_times()) times.push_back(timer.milliseconds());
      add(1);
    }
    int fewest = static_cast<int>(input.size()), most = 0;
    std::vector<int> got;
    for (const Keys& keys : all) {
      fewest = std::min(fewest, keys.received), most = std::max(most, keys.received);
      got.resize(got.size() + keys.received);
      CHECK(cudaMemcpy(got.data() + got.size() - keys.received, keys.out,
                       keys.received * sizeof(int), cudaMemcpyDeviceToHost));
    }
    double bytes = 0;
    for (const double one : into) bytes += one;
    table.add({name, figure("%.3f", median(times)), std::to_string(fewest), std::to_string(most),
               figure("%.0f", bytes), figure("%.0f", *std::max_element(into.begin(), into.end()))});
    passed &= got.size() == expected.size() && verify(name, got, expected);
  }
};
