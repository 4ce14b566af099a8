// Arrays on all devices, and how an all-reduce of them is run, checked and counted.
#pragma once

#include "devices.cuh"

constexpr int kBlock = 256, kMost = 16;  // threads, devices

struct Arrays {
  int* of[kMost];
};

// On every device: its input, `data`, which is input and result, and room for as much again.
struct Problem {
  int devices, n, piece;  // piece: of the array, one for each device
  Arrays inputs, data, room;
  cudaStream_t streams[kMost];
  cudaEvent_t events[kMost];

  int blocks(int count) const { return (count + kBlock - 1) / kBlock; }
  int first(int p) const { return std::min(n, p * piece); }
  int count(int p) const { return first(p + 1) - first(p); }
  // What comes next in any stream comes after all that is in any stream now.
  void meet() const {
    for (int d = 0; d < devices; ++d) CHECK(cudaEventRecord(events[d], streams[d]));
    for (int d = 0; d < devices; ++d) {
      for (int e = 0; e < devices; ++e) CHECK(cudaStreamWaitEvent(streams[d], events[e]));
    }
  }
  // `count` elements from one device's array to another one's, in the sender's stream.
  void send(int* to, int to_device, const int* from, int from_device, int count) const {
    CHECK(cudaMemcpyPeerAsync(to, to_device, from, from_device, count * sizeof(int),
                              streams[from_device]));
  }
};

// In `inputs` is what each device begins with.
inline Problem make_problem(int devices, int n, const std::vector<std::vector<int>>& inputs) {
  Problem p = {devices, n, (n + devices - 1) / devices, {}, {}, {}, {}, {}};
  for (int d = 0; d < devices; ++d) {
    CHECK(cudaSetDevice(d));
    for (Arrays* arrays : {&p.inputs, &p.data, &p.room}) {
      CHECK(cudaMalloc(&arrays->of[d], n * sizeof(int)));
    }
    CHECK(cudaMemcpy(p.inputs.of[d], inputs[d].data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaStreamCreateWithFlags(&p.streams[d], cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&p.events[d], cudaEventDisableTiming));
  }
  return p;
}

inline void release(const Problem& p) {
  for (int d = 0; d < p.devices; ++d) {
    CHECK(cudaSetDevice(d));
    for (const Arrays* arrays : {&p.inputs, &p.data, &p.room}) CHECK(cudaFree(arrays->of[d]));
    CHECK(cudaStreamDestroy(p.streams[d]));
    CHECK(cudaEventDestroy(p.events[d]));
  }
}

// One row for each way.
struct Rows {
  const Problem& p;
  std::vector<int> sums;
  Table table{{"all-reduce of " + std::to_string(p.n) + " ints on " + std::to_string(p.devices),
               timed("ms"), timed("GB/s"), modelled("bytes"), modelled("out of device 0"),
               modelled("busiest pair")}};
  bool passed = true;

  Rows(const Problem& p, const std::vector<std::vector<int>>& inputs) : p(p), sums(p.n) {
    for (const std::vector<int>& input : inputs) {
      for (int i = 0; i < p.n; ++i) sums[i] += input[i];
    }
  }

  template <class Work>
  void run(const std::string& name, const Work& work) {
    double all = 0, out = 0, most = 0;
    std::vector<double> times;
    for (int turn = 0; turn < (has_times() ? 21 : 1); ++turn) {  // the first warms up
      for (int d = 0; d < p.devices; ++d) {
        CHECK(cudaSetDevice(d));
        CHECK(
            cudaMemcpy(p.data.of[d], p.inputs.of[d], p.n * sizeof(int), cudaMemcpyDeviceToDevice));
        poison(p.room.of[d], p.n);
      }
      wait_for_all(p.devices);
      Traffic before[kMost][kMost];
      for (int a = 0; a < p.devices; ++a) {
        for (int b = 0; b < p.devices; ++b) before[a][b] = traffic(a, b);
      }
      const HostTimer timer;
      work(p);
      wait_for_all(p.devices);
      if (turn > 0 || !has_times()) times.push_back(timer.milliseconds());
      for (int a = 0; a < p.devices; ++a) {
        for (int b = 0; b < p.devices; ++b) {
          const double bytes = (traffic(a, b) - before[a][b]).all();
          all += bytes, out += a == 0 ? bytes : 0, most = std::max(most, bytes);
        }
      }
    }
    const double ms = median(times);
    table.add({name, figure("%.3f", ms), figure("%.1f", 4e-6 * p.n / ms), figure("%.0f", all),
               figure("%.0f", out), figure("%.0f", most)});
    for (int d = 0; d < p.devices; ++d) {
      const std::string wrong = first_difference_on_device(p.data.of[d], p.n, sums);
      if (wrong.empty()) continue;
      std::fprintf(stderr, "%s, device %d, %s\n", name.c_str(), d, wrong.c_str());
      passed = false;
    }
  }
};
