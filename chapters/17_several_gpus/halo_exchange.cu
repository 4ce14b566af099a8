// Chapter 17 · halo_exchange
//
// The stencil of chapter 04 on all devices: each has some rows of the plate, and a copy of one row of each neighbour, the
// halo, which has to be fetched again after each step. First the steps wait for that; then the inner rows are computed
// meanwhile; then the kernel that computes a row at the edge stores it in the neighbour's halo, too.
//
//   halo_exchange [--size N]     N rows and columns, default 96 on the CPU backend, 8192 on a GPU
#include "halo.cuh"

// Rows [first, end) of a device's part; row 0 is the halo above it. Stores a row that is the neighbour's halo there, too,
// unless there is none: above for the first row, below for the last.
__global__ void step(const float* in, float* out, int columns, int first, int end, int rows,
                     float* above, float* below) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = first + blockIdx.y;
  if (x >= columns || y >= end) return;
  const int i = y * columns + x;
  float cell = in[i];
  if (x > 0 && x < columns - 1) {
    cell = next(cell, in[i - 1], in[i + 1], in[i - columns], in[i + columns]);
  }
  out[i] = cell;
  if (y == 1 && above != nullptr) above[x] = cell;
  if (y == rows && below != nullptr) below[x] = cell;
}

void launch(const Plate& p, int d, int first, int end, cudaStream_t stream, bool stores = false) {
  if (first >= end) return;
  const Part& part = p.parts[d];
  float* const above = stores && d > 0 ? p.halo_below(d - 1) : nullptr;
  float* const below = stores && d + 1 < p.devices() ? p.halo_above(d + 1) : nullptr;
  const dim3 grid((p.columns + kBlock - 1) / kBlock, end - first);
  CHECK(cudaSetDevice(d));
  step<<<grid, kBlock, 0, stream>>>(part.in, part.out, p.columns, first, end, part.rows, above,
                                    below);
  CHECK_LAST();
}

// The new first and last row of a device go to its neighbours' halos.
void send_edges(const Plate& p, int d, cudaStream_t stream) {
  const size_t bytes = p.columns * sizeof(float);
  const Part& part = p.parts[d];
  if (d > 0) {
    CHECK(cudaMemcpyPeerAsync(p.halo_below(d - 1), d - 1, part.out + p.columns, d, bytes, stream));
  }
  if (d + 1 < p.devices()) {
    CHECK(cudaMemcpyPeerAsync(p.halo_above(d + 1), d + 1, part.out + part.rows * p.columns, d,
                              bytes, stream));
  }
}

// All rows, then the copies, then the next step.
void in_turn(const Plate& p) {
  for (int d = 0; d < p.devices(); ++d) {
    launch(p, d, 1, p.parts[d].rows + 1, p.parts[d].compute);
    send_edges(p, d, p.parts[d].compute);
    p.record_done(d, p.parts[d].compute);
  }
  p.wait_for_neighbours();
}

// The rows at the edge, in a stream of their own, and behind them the copies. Inner rows need no new halo: they are computed
// at the same time.
void overlapped(const Plate& p) {
  for (int d = 0; d < p.devices(); ++d) {
    const Part& part = p.parts[d];
    launch(p, d, 1, 2, part.edges);
    launch(p, d, std::max(part.rows, 2), part.rows + 1, part.edges);
    send_edges(p, d, part.edges);
    p.record_done(d, part.edges);
    launch(p, d, 2, part.rows, part.compute);
  }
  p.wait_for_neighbours();
}

// No copies: one kernel computes all rows, and its stores go to the neighbours.
void by_stores(const Plate& p) {
  for (int d = 0; d < p.devices(); ++d) {
    launch(p, d, 1, p.parts[d].rows + 1, p.parts[d].compute, true);
    p.record_done(d, p.parts[d].compute);
  }
  p.wait_for_neighbours();
}

// What the steps would take if no device needed a halo. The result is wrong at the edges.
void alone(const Plate& p) {
  for (int d = 0; d < p.devices(); ++d) launch(p, d, 1, p.parts[d].rows + 1, p.parts[d].compute);
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Spread heat over a plate that is shared out to all devices.");
  const int n = options.size(
      {.cpu = 96, .gpu = 1 << 13, .bytes_per_element = 3 * sizeof(float), .dimensions = 2});
  const int devices = std::min(count_devices(), std::max(n - 2, 1));
  const std::vector<float> input = random_floats(static_cast<size_t>(n) * n, 0, 100);
  const std::vector<float> expected = steps_on_host(input, n);
  const bool has_peers = open_all_peers(devices);
  Plate plate(input, n, devices);

  Table table({std::to_string(kSteps) + " steps of " + std::to_string(n) + " rows on " +
                   std::to_string(devices),
               timed("ms per step"), modelled("copied per step"), modelled("stored per step")});
  bool passed = true;
  const auto run = [&](const std::string& name, const auto& step_of_all, bool is_right = true) {
    const auto [ms, traffic] = run_steps(plate, step_of_all);
    table.add({name, figure("%.3f", ms / kSteps),
               figure("%.0f", (traffic.copied + traffic.staged) / kSteps),
               figure("%.0f", traffic.stored / kSteps)});
    passed &=
        !is_right || verify(name, plate.to_host(), expected, {.relative = 1e-5, .columns = n});
  };
  run("all rows, then the halo", in_turn);
  run("the halo during the inner rows", overlapped);
  if (has_peers) run("the kernel stores the halo", by_stores);
  if (has_times()) run("no halo, wrong at the edges", alone, false);
  table.print();
  say_what_is_missing(devices);
  return verdict(passed);
}
