// A small network, a copy of it on each device, and the same on the host.
#pragma once

#include <cmath>

#include "nccl.cuh"

constexpr int kBlock = 128, kLayers = 3, kSteps = 8;
constexpr int kWidth[kLayers + 1] = {16, 32, 32, 1};
constexpr float kRate = 0.25f;

constexpr int weights_of(int layer) { return kWidth[layer] * kWidth[layer + 1]; }

// A device's copy of the weights, and its share of the rows.
struct Replica {
  int device = 0, rows = 0;
  float* activations[kLayers + 1] = {};  // of each row; the first are the inputs
  float* errors[kLayers + 1] = {};       // derivatives of the loss; none of the inputs
  float *weights[kLayers] = {}, *gradients[kLayers] = {};
  float *targets = nullptr, *loss = nullptr;
  cudaStream_t compute = nullptr, communicate = nullptr;
  cudaEvent_t ready = nullptr, reduced = nullptr;
};

struct Data {
  int rows;
  std::vector<float> inputs, targets, weights[kLayers];

  explicit Data(int n) : rows(n), inputs(random_floats(n * kWidth[0], -1, 1)) {
    for (int r = 0; r < rows; ++r) {
      const float* const x = &inputs[r * kWidth[0]];
      targets.push_back(x[0] * x[1] - 0.5f * x[2] + 0.25f * std::sin(3 * x[3]));
    }
    for (int l = 0; l < kLayers; ++l) {
      const float most = 1.5f / std::sqrt(static_cast<float>(kWidth[l]));
      weights[l] = random_floats(weights_of(l), -most, most);
    }
  }
};

// Rows are shared out evenly; every device begins with the same weights.
inline std::vector<Replica> make_replicas(int devices, const Data& data) {
  std::vector<Replica> replicas(devices);
  const auto upload = [](float** to, const float* from, int count) {
    CHECK(cudaMalloc(to, (count + 1) * sizeof(float)));  // also of a share without rows
    CHECK(cudaMemcpy(*to, from, count * sizeof(float), cudaMemcpyHostToDevice));
  };
  for (int d = 0; d < devices; ++d) {
    Replica& r = replicas[d];
    const int first = data.rows * d / devices;
    r.device = d;
    r.rows = data.rows * (d + 1) / devices - first;
    CHECK(cudaSetDevice(d));
    upload(&r.activations[0], &data.inputs[first * kWidth[0]], r.rows * kWidth[0]);
    upload(&r.targets, &data.targets[first], r.rows);
    for (int l = 0; l < kLayers; ++l) {
      const int count = r.rows * kWidth[l + 1];
      for (float** array : {&r.activations[l + 1], &r.errors[l + 1]}) {
        CHECK(cudaMalloc(array, (count + 1) * sizeof(float)));
        poison(*array, count + 1);
      }
      upload(&r.weights[l], data.weights[l].data(), weights_of(l));
      CHECK(cudaMalloc(&r.gradients[l], weights_of(l) * sizeof(float)));
      poison(r.gradients[l], weights_of(l));
    }
    CHECK(cudaMalloc(&r.loss, sizeof(float)));
    for (cudaStream_t* stream : {&r.compute, &r.communicate}) {
      CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
    }
    for (cudaEvent_t* event : {&r.ready, &r.reduced}) {
      CHECK(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
    }
  }
  wait_for_all(devices);
  return replicas;
}

inline void release(const std::vector<Replica>& replicas) {
  for (const Replica& r : replicas) {
    CHECK(cudaSetDevice(r.device));
    for (float* array : r.activations) CHECK(cudaFree(array));
    for (float* array : r.errors) CHECK(cudaFree(array));
    for (int l = 0; l < kLayers; ++l) {
      CHECK(cudaFree(r.weights[l]));
      CHECK(cudaFree(r.gradients[l]));
    }
    CHECK(cudaFree(r.targets));
    CHECK(cudaFree(r.loss));
    CHECK(cudaStreamDestroy(r.compute));
    CHECK(cudaStreamDestroy(r.communicate));
    CHECK(cudaEventDestroy(r.ready));
    CHECK(cudaEventDestroy(r.reduced));
  }
}

// The loss of all rows, of which each device has a part.
inline float loss_of(const std::vector<Replica>& replicas) {
  float sum = 0;
  for (const Replica& r : replicas) {
    float part = 0;
    CHECK(cudaSetDevice(r.device));
    CHECK(cudaMemcpy(&part, r.loss, sizeof part, cudaMemcpyDeviceToHost));
    sum += part;
  }
  return sum;
}

// Whether the replica's weights are those that the host has computed; all replicas have to have the same.
inline bool is_right(const Replica& r, const std::vector<double>* expected,
                     const std::string& name) {
  for (int l = 0; l < kLayers; ++l) {
    CHECK(cudaSetDevice(r.device));
    const std::string wrong = first_difference_on_device(
        r.weights[l], weights_of(l),
        [&](long long i) { return static_cast<float>(expected[l][static_cast<size_t>(i)]); },
        {.relative = 1e-4, .absolute = 1e-5});
    if (wrong.empty()) continue;
    std::fprintf(stderr, "%s, device %d, layer %d, %s\n", name.c_str(), r.device, l, wrong.c_str());
    return false;
  }
  return true;
}

// Bytes between all devices so far.
inline double all_traffic(int devices) {
  double bytes = 0;
  for (int a = 0; a < devices; ++a) {
    for (int b = 0; b < devices; ++b) bytes += traffic(a, b).all();
  }
  return bytes;
}

// All steps on the host, in double precision. @return the loss before the first and in the last one; weights are changed
inline std::pair<double, double> train_on_host(const Data& data, std::vector<double>* weights) {
  std::pair<double, double> losses = {0, 0};
  for (int l = 0; l < kLayers; ++l)
    weights[l].assign(data.weights[l].begin(), data.weights[l].end());
  for (int step = 0; step < kSteps; ++step) {
    std::vector<double> gradients[kLayers];
    for (int l = 0; l < kLayers; ++l) gradients[l].resize(weights_of(l));
    double loss = 0;
    for (int row = 0; row < data.rows; ++row) {
      std::vector<double> a[kLayers + 1], e;
      const auto* const x = &data.inputs[row * kWidth[0]];
      a[0].assign(x, x + kWidth[0]);
      for (int l = 0; l < kLayers; ++l) {
        for (int o = 0; o < kWidth[l + 1]; ++o) {
          double sum = 0;
          for (int i = 0; i < kWidth[l]; ++i) sum += a[l][i] * weights[l][i * kWidth[l + 1] + o];
          a[l + 1].push_back(l + 1 < kLayers ? std::tanh(sum) : sum);
        }
      }
      const double difference = a[kLayers][0] - data.targets[row];
      loss += difference * difference / data.rows;
      e = {2 * difference / data.rows};
      for (int l = kLayers - 1; l >= 0; --l) {
        std::vector<double> before(kWidth[l]);
        for (int i = 0; i < kWidth[l]; ++i) {
          for (int o = 0; o < kWidth[l + 1]; ++o) {
            gradients[l][i * kWidth[l + 1] + o] += a[l][i] * e[o];
            before[i] += e[o] * weights[l][i * kWidth[l + 1] + o] * (1 - a[l][i] * a[l][i]);
          }
        }
        e = before;
      }
    }
    for (int l = 0; l < kLayers; ++l) {
      for (int i = 0; i < weights_of(l); ++i) weights[l][i] -= kRate * gradients[l][i];
    }
    (step == 0 ? losses.first : losses.second) = loss;
  }
  return losses;
}
