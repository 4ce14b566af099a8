// A process's rows of the plate: one rank of MPI, one device.
#pragma once

#define OMPI_SKIP_MPICXX  // MPI's own classes for C++, which are long deprecated
#define MPICH_SKIP_MPICXX
#include <mpi.h>

#include "halo.cuh"

// A rank of MPI with its rows. Neighbours that there are not are MPI_PROC_NULL: messages to and from them do nothing.
struct Rank {
  int number, count, above, below, columns;
  Part part;
  float *sent, *received;  // pinned; two rows each: for the rank above, and for the one below
  long long bytes;         // that have come from neighbours, in a run

  size_t row_bytes() const { return columns * sizeof(float); }
  float* row(int y) const { return part.out + static_cast<size_t>(y) * columns; }
};

// Each process takes a device of its machine, in turn.
inline Rank make_rank(const Options& options) {
  Rank r = {};
  MPI_Comm_rank(MPI_COMM_WORLD, &r.number);
  MPI_Comm_size(MPI_COMM_WORLD, &r.count);
  r.above = r.number > 0 ? r.number - 1 : MPI_PROC_NULL;
  r.below = r.number + 1 < r.count ? r.number + 1 : MPI_PROC_NULL;
  MPI_Comm machine;
  int on_machine = 0;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, r.number, MPI_INFO_NULL, &machine);
  MPI_Comm_rank(machine, &on_machine);
  MPI_Comm_free(&machine);
  CHECK(cudaSetDevice(on_machine % count_devices()));
  r.columns = options.size({.cpu = 96,
                            .gpu = 1 << 13,
                            .bytes_per_element = 3 * sizeof(float),
                            .dimensions = 2,
                            .min = r.count + 2});
  const int inner = r.columns - 2;
  r.part.first = 1 + inner * r.number / r.count;
  r.part.rows = 1 + inner * (r.number + 1) / r.count - r.part.first;
  for (float** rows : {&r.part.start, &r.part.in, &r.part.out}) {
    CHECK(cudaMalloc(rows, (r.part.rows + 2) * r.row_bytes()));
  }
  for (float** rows : {&r.sent, &r.received}) CHECK(cudaMallocHost(rows, 2 * r.row_bytes()));
  for (cudaStream_t* stream : {&r.part.compute, &r.part.edges}) {
    CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
  }
  for (cudaEvent_t* event : {&r.part.sent, &r.part.computed}) {
    CHECK(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
  }
  return r;
}

inline void release(const Rank& r) {
  for (float* rows : {r.part.start, r.part.in, r.part.out}) CHECK(cudaFree(rows));
  for (float* rows : {r.sent, r.received}) CHECK(cudaFreeHost(rows));
  for (cudaStream_t stream : {r.part.compute, r.part.edges}) CHECK(cudaStreamDestroy(stream));
  for (cudaEvent_t event : {r.part.sent, r.part.computed}) CHECK(cudaEventDestroy(event));
}

inline void upload(const Rank& r, const std::vector<float>& plate) {
  CHECK(cudaMemcpy(r.part.start, plate.data() + static_cast<size_t>(r.part.first - 1) * r.columns,
                   (r.part.rows + 2) * r.row_bytes(), cudaMemcpyHostToDevice));
}

inline void restart(Rank& r) {
  for (float* rows : {r.part.in, r.part.out}) {  // also the edges of the plate, in both
    CHECK(cudaMemcpy(rows, r.part.start, (r.part.rows + 2) * r.row_bytes(),
                     cudaMemcpyDeviceToDevice));
  }
  poison(r.part.out + r.columns, static_cast<long long>(r.part.rows) * r.columns);
  CHECK(cudaDeviceSynchronize());
  r.bytes = 0;
}

// What has been sent in a run, by all ranks; on rank 0.
inline long long bytes_of_all(const Rank& r) {
  long long sum = 0;
  MPI_Reduce(&r.bytes, &sum, 1, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  return sum;
}

// The whole plate; on rank 0. Others get their own rows only.
inline std::vector<float> gather(const Rank& r) {
  std::vector<float> plate(static_cast<size_t>(r.columns) * r.columns);
  const auto rows_of = [&](int rank) {
    return plate.data() + static_cast<size_t>(rank) * r.columns;
  };
  CHECK(cudaMemcpy(rows_of(r.part.first - 1), r.part.in, (r.part.rows + 2) * r.row_bytes(),
                   cudaMemcpyDeviceToHost));
  // The first and the last rank have the edges of the plate, too.
  const int first = r.part.first - (r.number == 0 ? 1 : 0);
  const int end = r.part.first + r.part.rows + (r.number + 1 == r.count ? 1 : 0);
  const int count = (end - first) * r.columns, offset = first * r.columns;
  std::vector<int> counts(r.count), offsets(r.count);
  MPI_Gather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Gather(&offset, 1, MPI_INT, offsets.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Gatherv(r.number == 0 ? MPI_IN_PLACE : rows_of(first), count, MPI_FLOAT, plate.data(),
              counts.data(), offsets.data(), MPI_FLOAT, 0, MPI_COMM_WORLD);
  return plate;
}
