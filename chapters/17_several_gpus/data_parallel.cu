// Chapter 17 · data_parallel
//
// A network is trained on all devices: each has the weights and some of the rows, and computes the gradients of these.
// NCCL sums them over all devices: a layer's sum can be in flight while the gradients of the layer before are computed.
//
//   data_parallel [--size N]     N rows, default 60 on the CPU backend, 2^15 on a GPU
#include "data_parallel.cuh"
#include "tutorial/timeline.cuh"

// out = tanh(in · weights), or without tanh. One thread for each output of each row, here and below.
__global__ void forward(const float* in, const float* weights, float* out, int rows, int ins,
                        int outs, bool is_last) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / outs, o = i % outs;
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < ins; ++k) sum += in[row * ins + k] * weights[k * outs + o];
  out[i] = is_last ? sum : tanhf(sum);
}

// The loss is the mean over the rows of *all* devices, so sums over devices need no further division.
__global__ void find_errors(const float* out, const float* targets, float* errors, float* loss,
                            int rows, int all_rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const float difference = out[row] - targets[row];
  errors[row] = 2 * difference / all_rows;
  atomicAdd(loss, difference * difference / all_rows);
}

__global__ void find_gradients(const float* in, const float* errors, float* gradients, int rows,
                               int ins, int outs) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, k = i / outs, o = i % outs;
  if (k >= ins) return;
  float sum = 0;
  for (int row = 0; row < rows; ++row) sum += in[row * ins + k] * errors[row * outs + o];
  gradients[i] = sum;
}

// The errors of the layer before: tanh' = 1 - tanh².
__global__ void go_back(const float* errors, const float* weights, const float* in, float* before,
                        int rows, int ins, int outs) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / ins, k = i % ins;
  if (row >= rows) return;
  float sum = 0;
  for (int o = 0; o < outs; ++o) sum += errors[row * outs + o] * weights[k * outs + o];
  before[i] = sum * (1 - in[i] * in[i]);
}

__global__ void update(float* weights, const float* gradients, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) weights[i] -= kRate * gradients[i];
}

int blocks(int n) { return std::max(1, (n + kBlock - 1) / kBlock); }

void forward_pass(const Replica& r, int all_rows) {
  CHECK(cudaSetDevice(r.device));
  for (int l = 0; l < kLayers; ++l) {
    forward<<<blocks(r.rows * kWidth[l + 1]), kBlock, 0, r.compute>>>(
        r.activations[l], r.weights[l], r.activations[l + 1], r.rows, kWidth[l], kWidth[l + 1],
        l + 1 == kLayers);
    CHECK_LAST();
  }
  CHECK(cudaMemsetAsync(r.loss, 0, sizeof(float), r.compute));
  find_errors<<<blocks(r.rows), kBlock, 0, r.compute>>>(
      r.activations[kLayers], r.targets, r.errors[kLayers], r.loss, r.rows, all_rows);
  CHECK_LAST();
}

// The gradients of a layer are ready before the errors of the one before it are computed.
void backward_layer(const Replica& r, int l, cudaStream_t communicate) {
  CHECK(cudaSetDevice(r.device));
  find_gradients<<<blocks(weights_of(l)), kBlock, 0, r.compute>>>(
      r.activations[l], r.errors[l + 1], r.gradients[l], r.rows, kWidth[l], kWidth[l + 1]);
  CHECK_LAST();
  CHECK(cudaEventRecord(r.ready, r.compute));
  CHECK(cudaStreamWaitEvent(communicate, r.ready));
  if (l == 0) return;
  go_back<<<blocks(r.rows * kWidth[l]), kBlock, 0, r.compute>>>(r.errors[l + 1], r.weights[l],
                                                                r.activations[l], r.errors[l],
                                                                r.rows, kWidth[l], kWidth[l + 1]);
  CHECK_LAST();
}

// The sums are made in a stream of their own, or in the one that computes.
void train_step(const std::vector<Replica>& replicas, const std::vector<ncclComm_t>& comms,
                int all_rows, bool overlaps) {
  const auto stream = [&](const Replica& r) { return overlaps ? r.communicate : r.compute; };
  for (const Replica& r : replicas) forward_pass(r, all_rows);
  for (int l = kLayers - 1; l >= 0; --l) {
    for (const Replica& r : replicas) backward_layer(r, l, stream(r));
    CHECK_NCCL(ncclGroupStart());
    for (const Replica& r : replicas) {
      CHECK_NCCL(ncclAllReduce(r.gradients[l], r.gradients[l], weights_of(l), ncclFloat, ncclSum,
                               comms[r.device], stream(r)));
    }
    CHECK_NCCL(ncclGroupEnd());
  }
  for (const Replica& r : replicas) {
    CHECK(cudaSetDevice(r.device));
    CHECK(cudaEventRecord(r.reduced, stream(r)));
    CHECK(cudaStreamWaitEvent(r.compute, r.reduced));
    for (int l = 0; l < kLayers; ++l) {
      update<<<blocks(weights_of(l)), kBlock, 0, r.compute>>>(r.weights[l], r.gradients[l],
                                                              weights_of(l));
      CHECK_LAST();
    }
  }
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Train a network on all devices.");
  const int devices = count_devices();
  const Data data(options.size({.cpu = 60, .gpu = 1 << 15, .bytes_per_element = 1000}));
  std::vector<double> expected[kLayers];
  const auto [first, last] = train_on_host(data, expected);
  Table table({std::to_string(data.rows) + " rows, devices: " + std::to_string(devices),
               timed("ms per step"), modelled("operations in a row"), modelled("bytes per step"),
               "loss", "at the end"});
  bool passed = true;
  const auto run = [&](const std::string& name, int devices, bool overlaps) {
    const std::vector<Replica> replicas = make_replicas(devices, data);
    const std::vector<ncclComm_t> comms = make_communicators(devices);
    const double before = all_traffic(devices);
    train_step(replicas, comms, data.rows, overlaps);  // also warms up
    wait_for_all(devices);
    const double bytes = all_traffic(devices) - before;
    const float first_loss = loss_of(replicas);
    const HostTimer timer;
    const Timeline timeline = record_timeline([&] {
      for (int step = 1; step < kSteps; ++step) train_step(replicas, comms, data.rows, overlaps);
      wait_for_all(devices);
    });
    const double ms = timer.milliseconds() / (kSteps - 1);
    const float last_loss = loss_of(replicas);
    table.add({name, figure("%.3f", ms),
               figure("%.0f", 1.0 * timeline.critical_path() / (kSteps - 1)), figure("%.0f", bytes),
               figure("%.5f", first_loss), figure("%.5f", last_loss)});
    for (const Replica& r : replicas) passed &= is_right(r, expected, name);
    passed &= std::abs(first_loss - first) < 1e-4 && std::abs(last_loss - last) < 1e-4;
    release(replicas);
    release(comms);
  };
  run("one device", 1, false);
  run("all, sums in the same stream", devices, false);
  run("all, sums in a second stream", devices, true);
  table.print();
  say_what_is_missing(devices);
  return verdict(passed);
}
