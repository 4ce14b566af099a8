// Chapter 17 · halo_over_mpi
//
// The plate of halo_exchange in processes, one for each device, which may be on several machines. MPI takes rows from one
// host's memory to another's, and knows nothing of streams: the host waits for a row before it sends it.
//
//   mpirun -n 4 build/bin/halo_over_mpi [--size N]
//                                N rows and columns, default 96 on the CPU backend, 8192 on a GPU
#include "halo_over_mpi.cuh"

// Rows [first, end) of a process's part; row 0 is the halo above it.
__global__ void step(const float* in, float* out, int columns, int first, int end) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = first + blockIdx.y;
  if (x >= columns || y >= end) return;
  const int i = y * columns + x;
  const bool is_inside = x > 0 && x < columns - 1;
  out[i] = is_inside ? next(in[i], in[i - 1], in[i + 1], in[i - columns], in[i + columns]) : in[i];
}

void launch(const Rank& r, int first, int end, cudaStream_t stream) {
  if (first >= end) return;
  const dim3 grid((r.columns + kBlock - 1) / kBlock, end - first);
  step<<<grid, kBlock, 0, stream>>>(r.part.in, r.part.out, r.columns, first, end);
  CHECK_LAST();
}

// The edges go to the host, from there to the neighbours' hosts, and from there to their halos. Errors of MPI end the
// program, unless it asks for something else.
void exchange(Rank& r) {
  const cudaStream_t stream = r.part.edges;
  CHECK(cudaStreamSynchronize(stream));  // what is sent has to be in the host's memory
  MPI_Request requests[4];
  float *const to_below = r.sent + r.columns, *const from_below = r.received + r.columns;
  MPI_Irecv(r.received, r.columns, MPI_FLOAT, r.above, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(from_below, r.columns, MPI_FLOAT, r.below, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(r.sent, r.columns, MPI_FLOAT, r.above, 0, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(to_below, r.columns, MPI_FLOAT, r.below, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  const auto to_halo = [&](int rank, float* halo, const float* from) {
    if (rank == MPI_PROC_NULL) return;
    CHECK(cudaMemcpyAsync(halo, from, r.row_bytes(), cudaMemcpyHostToDevice, stream));
    r.bytes += r.row_bytes();
  };
  to_halo(r.above, r.row(0), r.received);
  to_halo(r.below, r.row(r.part.rows + 1), from_below);
}

// With overlap, the inner rows are computed while the host sends and waits.
void one_step(Rank& r, bool overlaps) {
  const Part& p = r.part;
  if (overlaps) {
    launch(r, 1, 2, p.edges);
    launch(r, std::max(p.rows, 2), p.rows + 1, p.edges);
    launch(r, 2, p.rows, p.compute);
  } else {
    launch(r, 1, p.rows + 1, p.edges);
  }
  CHECK(cudaMemcpyAsync(r.sent, r.row(1), r.row_bytes(), cudaMemcpyDeviceToHost, p.edges));
  CHECK(cudaMemcpyAsync(r.sent + r.columns, r.row(p.rows), r.row_bytes(), cudaMemcpyDeviceToHost,
                        p.edges));
  exchange(r);
  // Both streams begin the next step when both have ended this one.
  CHECK(cudaEventRecord(p.sent, p.edges));
  CHECK(cudaEventRecord(p.computed, p.compute));
  CHECK(cudaStreamWaitEvent(p.compute, p.sent));
  CHECK(cudaStreamWaitEvent(p.edges, p.computed));
}

int main(int argc, char** argv) {
  const Options options(argc, argv, "Spread heat over the devices of several processes.");
  MPI_Init(&argc, &argv);
  Rank r = make_rank(options);
  const int n = r.columns;
  const std::vector<float> input = random_floats(static_cast<size_t>(n) * n, 0, 100);
  const std::vector<float> expected = r.number == 0 ? steps_on_host(input, n) : input;
  upload(r, input);
  Table table({std::to_string(kSteps) + " steps of " + std::to_string(n) + " rows in " +
                   std::to_string(r.count) + (r.count == 1 ? " process" : " processes"),
               timed("ms per step"), "sent per step"});
  bool passed = true;
  const auto run = [&](const std::string& name, bool overlaps) {
    std::vector<double> times;
    for (int turn = 0; turn < (has_times() ? 21 : 1); ++turn) {  // the first one warms up
      restart(r);
      MPI_Barrier(MPI_COMM_WORLD);
      const HostTimer timer;
      for (int i = 0; i < kSteps; ++i) {
        one_step(r, overlaps);
        std::swap(r.part.in, r.part.out);
      }
      CHECK(cudaDeviceSynchronize());
      MPI_Barrier(MPI_COMM_WORLD);
      if (turn > 0 || !has_times()) times.push_back(timer.milliseconds() / kSteps);
    }
    table.add({name, figure("%.3f", median(times)), std::to_string(bytes_of_all(r) / kSteps)});
    const std::vector<float> plate = gather(r);
    if (r.number != 0) return;
    passed &= verify(name, plate, expected, {.relative = 1e-5, .columns = n});
  };
  run("all rows, then the halo", false);
  run("the halo during the inner rows", true);
  release(r);
  MPI_Finalize();
  if (r.number != 0) return 0;  // rank 0 has what all have computed
  table.print();
  return verdict(passed);
}
