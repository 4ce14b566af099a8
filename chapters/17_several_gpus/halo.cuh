// A plate whose rows are shared out to devices, and steps on it.
#pragma once

#include <utility>

#include "devices.cuh"

constexpr int kBlock = 128, kSteps = 6;
constexpr float kRate = 0.2f;

// A cell after a step.
__host__ __device__ inline float next(float cell, float left, float right, float above,
                                      float below) {
  return cell + kRate * (left + right + above + below - 4 * cell);
}

// A device's rows of the plate, with a row of the halo above and below them: what a run begins with, and
// what is there before and after a step.
struct Part {
  int first = 0, rows = 0;  // of the plate
  float *start = nullptr, *in = nullptr, *out = nullptr;
  cudaStream_t compute = nullptr, edges = nullptr;
  cudaEvent_t sent = nullptr, computed = nullptr;
};

// Its first and last row and column keep their temperature: the first and the last row are halos that never change.
struct Plate {
  int columns;
  std::vector<Part> parts;

  Plate(const std::vector<float>& input, int n, int devices) : columns(n), parts(devices) {
    const int inner = n - 2;
    for (int d = 0; d < devices; ++d) {
      Part& part = parts[d];
      part.first = 1 + inner * d / devices;
      part.rows = 1 + inner * (d + 1) / devices - part.first;
      CHECK(cudaSetDevice(d));
      for (float** rows : {&part.start, &part.in, &part.out}) {
        CHECK(cudaMalloc(rows, bytes(part)));
      }
      CHECK(cudaMemcpy(part.start, input.data() + (part.first - 1) * columns, bytes(part),
                       cudaMemcpyHostToDevice));
      for (cudaStream_t* stream : {&part.compute, &part.edges}) {
        CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
      }
      for (cudaEvent_t* event : {&part.sent, &part.computed}) {
        CHECK(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
      }
    }
  }
  ~Plate() {
    for (int d = 0; d < devices(); ++d) {
      const Part& part = parts[d];
      CHECK(cudaSetDevice(d));
      for (float* rows : {part.start, part.in, part.out}) CHECK(cudaFree(rows));
      for (cudaStream_t stream : {part.compute, part.edges}) CHECK(cudaStreamDestroy(stream));
      for (cudaEvent_t event : {part.sent, part.computed}) CHECK(cudaEventDestroy(event));
    }
  }
  Plate(const Plate&) = delete;
  Plate& operator=(const Plate&) = delete;

  int devices() const { return static_cast<int>(parts.size()); }
  size_t bytes(const Part& part) const { return (part.rows + 2) * columns * sizeof(float); }
  // Where the rows of the neighbours come to, in what a step writes.
  float* halo_above(int d) const { return parts[d].out; }
  float* halo_below(int d) const { return parts[d].out + (parts[d].rows + 1) * columns; }

  // What is in the stream by now is what the neighbours wait for.
  void record_done(int d, cudaStream_t stream) const {
    CHECK(cudaEventRecord(parts[d].sent, stream));
  }
  // The next step of a device comes after the neighbours' edges of this one, and after all of its own.
  void wait_for_neighbours() const {
    for (const Part& part : parts) CHECK(cudaEventRecord(part.computed, part.compute));
    for (int d = 0; d < devices(); ++d) {
      for (int e = std::max(d - 1, 0); e <= std::min(d + 1, devices() - 1); ++e) {
        for (cudaStream_t stream : {parts[d].compute, parts[d].edges}) {
          CHECK(cudaStreamWaitEvent(stream, parts[e].sent));
          CHECK(cudaStreamWaitEvent(stream, parts[e].computed));
        }
      }
    }
  }

  void restart() {
    for (int d = 0; d < devices(); ++d) {
      const Part& part = parts[d];
      CHECK(cudaSetDevice(d));
      for (float* rows : {part.in, part.out}) {  // also the edges of the plate, in both
        CHECK(cudaMemcpy(rows, part.start, bytes(part), cudaMemcpyDeviceToDevice));
      }
      poison(part.out + columns, static_cast<long long>(part.rows) * columns);
    }
    wait_for_all(devices());
  }
  std::vector<float> to_host() const {
    std::vector<float> plate(static_cast<size_t>(columns) * columns);
    for (int d = 0; d < devices(); ++d) {
      const Part& part = parts[d];
      CHECK(cudaSetDevice(d));
      CHECK(cudaMemcpy(plate.data() + (part.first - 1) * columns, part.in, bytes(part),
                       cudaMemcpyDeviceToHost));
    }
    return plate;
  }
};

inline std::vector<float> steps_on_host(std::vector<float> plate, int n) {
  std::vector<float> in = plate;  // the edges stay as they are, in both
  for (int step = 0; step < kSteps; ++step) {
    std::swap(in, plate);
    const auto rows = [&](long long first, long long end) {
      for (int y = std::max(1, static_cast<int>(first)); y < std::min<int>(end, n - 1); ++y) {
        for (int x = 1; x < n - 1; ++x) {
          const int i = y * n + x;
          plate[i] = next(in[i], in[i - 1], in[i + 1], in[i - n], in[i + n]);
        }
      }
    };
    tutorial::in_parts(n, rows, n);
  }
  return plate;
}

// All steps, from the input on. @return milliseconds, the median of runs, and the bytes of one run between devices
template <class Step>
std::pair<double, Traffic> run_steps(Plate& plate, const Step& step) {
  const auto all = [&] {
    Traffic sum;
    for (int a = 0; a < plate.devices(); ++a) {
      for (int b = 0; b < plate.devices(); ++b) {
        const Traffic t = traffic(a, b);
        sum.copied += t.copied, sum.staged += t.staged, sum.stored += t.stored;
      }
    }
    return sum;
  };
  std::vector<double> times;
  const int runs = has_times() ? 21 : 1;
  Traffic before, after;
  for (int run = 0; run < runs; ++run) {  // the first one warms up
    plate.restart();
    before = all();
    const HostTimer timer;
    for (int i = 0; i < kSteps; ++i) {
      step(plate);
      for (Part& part : plate.parts) std::swap(part.in, part.out);
    }
    wait_for_all(plate.devices());
    if (run > 0 || runs == 1) times.push_back(timer.milliseconds());
    after = all();
  }
  return {median(times), after - before};
}
