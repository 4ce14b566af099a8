// Matrices on all devices for a product that they share, and how it is run, checked and counted.
#pragma once

#include "devices.cuh"

constexpr int kBlock = 128, kMost = 16;  // threads, devices

struct Arrays {
  float* of[kMost];
};

// C = A B, all of n × n. Device d has all of A, its columns of B (n × width), its columns of A (n × depth) and its rows of B
// (depth × n); and room for C, for sums that only it has, and for a share of the sums of all.
struct Problem {
  int devices, n;
  Arrays a, columns_of_b, columns_of_a, rows_of_b, c, own, sums;
  cudaStream_t compute[kMost], reduce[kMost];
  cudaEvent_t events[kMost];

  int first(int d) const { return static_cast<int>(1ll * n * d / devices); }
  int width(int d) const { return first(d + 1) - first(d); }
  dim3 grid(int columns, int rows) const { return dim3((columns + kBlock - 1) / kBlock, rows); }
  // What comes next in the second streams comes after all that is in the first ones now.
  void meet(const cudaStream_t* before, const cudaStream_t* after) const {
    for (int d = 0; d < devices; ++d) CHECK(cudaEventRecord(events[d], before[d]));
    for (int d = 0; d < devices; ++d) {
      for (int e = 0; e < devices; ++e) CHECK(cudaStreamWaitEvent(after[d], events[e]));
    }
  }
};

using Matrix = std::vector<float>;

// Columns [first, first + width) of n × n.
inline Matrix columns(const Matrix& matrix, int n, int first, int width) {
  Matrix result;
  for (int row = 0; row < n; ++row) {
    const auto begin = matrix.begin() + static_cast<long>(row) * n + first;
    result.insert(result.end(), begin, begin + width);
  }
  return result;
}

inline float* on_device(const Matrix& values) {
  float* memory = nullptr;
  CHECK(cudaMalloc(&memory, std::max<size_t>(values.size(), 1) * sizeof(float)));
  CHECK(cudaMemcpy(memory, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
  return memory;
}

inline Problem make_problem(int devices, int n, const Matrix& a, const Matrix& b) {
  Problem p = {};
  p.devices = devices, p.n = n;
  for (int d = 0; d < devices; ++d) {
    const int first = p.first(d), width = p.width(d);
    CHECK(cudaSetDevice(d));
    p.a.of[d] = on_device(a);
    p.columns_of_a.of[d] = on_device(columns(a, n, first, width));
    p.columns_of_b.of[d] = on_device(columns(b, n, first, width));
    const auto rows = b.begin() + static_cast<long>(first) * n;
    p.rows_of_b.of[d] = on_device(Matrix(rows, rows + static_cast<long>(width) * n));
    for (Arrays* arrays : {&p.c, &p.own, &p.sums}) {
      CHECK(cudaMalloc(&arrays->of[d], a.size() * sizeof(float)));
    }
    for (cudaStream_t* stream : {&p.compute[d], &p.reduce[d]}) {
      CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
    }
    CHECK(cudaEventCreateWithFlags(&p.events[d], cudaEventDisableTiming));
  }
  return p;
}

inline void release(const Problem& p) {
  for (int d = 0; d < p.devices; ++d) {
    CHECK(cudaSetDevice(d));
    for (const Arrays* arrays :
         {&p.a, &p.columns_of_a, &p.columns_of_b, &p.rows_of_b, &p.c, &p.own, &p.sums}) {
      CHECK(cudaFree(arrays->of[d]));
    }
    for (cudaStream_t stream : {p.compute[d], p.reduce[d]}) CHECK(cudaStreamDestroy(stream));
    CHECK(cudaEventDestroy(p.events[d]));
  }
}

// One row for each way.
struct Rows {
  const Problem& p;
  const Matrix& expected;
  int step;  // only every step-th row of the expected product is there
  Table table{
      {std::to_string(p.n) + " x " + std::to_string(p.n) + " on " + std::to_string(p.devices),
       timed("ms"), "floats of B on device 0", modelled("loaded"), modelled("stored"),
       modelled("out of device 0")}};
  bool passed = true;

  template <class Work>
  void run(const std::string& name, long long floats_of_b, const Work& work) {
    Traffic all;
    double out = 0;
    std::vector<double> times;
    for (int turn = 0; turn < (has_times() ? 11 : 1); ++turn) {  // the first warms up
      for (int d = 0; d < p.devices; ++d) {
        CHECK(cudaSetDevice(d));
        for (const Arrays* arrays : {&p.c, &p.own, &p.sums}) {
          poison(arrays->of[d], static_cast<long long>(expected.size()));
        }
      }
      wait_for_all(p.devices);
      std::vector<Traffic> before;
      for (int i = 0; i < p.devices * p.devices; ++i) {
        before.push_back(traffic(i / p.devices, i % p.devices));
      }
      const HostTimer timer;
      work();
      wait_for_all(p.devices);
      if (turn > 0 || !has_times()) times.push_back(timer.milliseconds());
      for (int i = 0; i < p.devices * p.devices; ++i) {
        const Traffic t = traffic(i / p.devices, i % p.devices) - before[i];
        all.loaded += t.loaded, all.stored += t.stored, out += i < p.devices ? t.all() : 0;
      }
    }
    table.add({name, figure("%.3f", median(times)), std::to_string(floats_of_b),
               figure("%.0f", all.loaded), figure("%.0f", all.stored), figure("%.0f", out)});
    for (int d = 0; d < p.devices; ++d) {
      Matrix c(expected.size());
      CHECK(cudaMemcpy(c.data(), p.c.of[d], c.size() * sizeof(float), cudaMemcpyDeviceToHost));
      for (int row = 0; row < p.n; row += step) {
        const auto first = static_cast<long>(row) * p.n;
        const std::string wrong =
            first_difference(&c[first], p.n, [&](long long i) { return expected[first + i]; },
                             {.relative = 1e-4, .absolute = 1e-5 * p.n});
        if (wrong.empty()) continue;
        std::fprintf(stderr, "%s, device %d, row %d, %s\n", name.c_str(), d, row, wrong.c_str());
        passed = false;
        break;
      }
    }
  }
};
