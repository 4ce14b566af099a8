// Chapter 17 · ring_all_reduce
//
// Each device has an array, and in the end all have the sum of the arrays. By way of device 0; in a ring, piece by piece;
// by kernels that load from all devices; and by NCCL. Ints, whose sums are exact in any order.
//
//   ring_all_reduce [--size N]     N ints on each device, default 10007 on the CPU backend, 2^26 on a GPU
#include "all_reduce.cuh"
#if defined(WITH_LIBRARIES) || defined(__SIMTCC__)
#include "nccl.cuh"
#define HAS_NCCL
#endif

__global__ void add(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += in[i];
}

// The sums of one piece: this device loads it from all of them. Without `const __grid_constant__` each thread copies the whole
// parameter to its local memory, because the index is only known at run time.
__global__ void add_all(const __grid_constant__ Arrays data, int* sums, int first, int count,
                        int devices) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int sum = 0;
  for (int device = 0; device < devices; ++device) sum += data.of[device][first + i];
  sums[first + i] = sum;
}

// All pieces: each from the device that has added it up.
__global__ void collect(const __grid_constant__ Arrays sums, int* out, int n, int piece) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = sums.of[i / piece][i];
}

// Device 0 gets all arrays, one after the other, and sends the sum to all.
void by_device_0(const Problem& p) {
  CHECK(cudaSetDevice(0));
  for (int d = 1; d < p.devices; ++d) {
    CHECK(cudaMemcpyPeerAsync(p.room.of[0], 0, p.data.of[d], d, p.n * sizeof(int), p.streams[0]));
    add<<<p.blocks(p.n), kBlock, 0, p.streams[0]>>>(p.room.of[0], p.data.of[0], p.n);
    CHECK_LAST();
  }
  for (int d = 1; d < p.devices; ++d) p.send(p.data.of[d], d, p.data.of[0], 0, p.n);
}

// In each step every device sends one piece to its right neighbour. After devices - 1 steps of adding each device has one
// piece of the sum; after as many again, without adding, all pieces.
void ring(const Problem& p) {
  for (int step = 0; step < 2 * (p.devices - 1); ++step) {
    const bool adds = step < p.devices - 1;
    const Arrays& to = adds ? p.room : p.data;
    for (int d = 0; d < p.devices; ++d) {
      const int right = (d + 1) % p.devices, piece = (d + 2 * p.devices - step) % p.devices;
      const int first = p.first(piece);
      p.send(to.of[right] + first, right, p.data.of[d] + first, d, p.count(piece));
    }
    p.meet();
    for (int d = 0; adds && d < p.devices; ++d) {
      const int piece = (d - 1 + 2 * p.devices - step) % p.devices, count = p.count(piece);
      if (count == 0) continue;
      CHECK(cudaSetDevice(d));
      add<<<p.blocks(count), kBlock, 0, p.streams[d]>>>(p.room.of[d] + p.first(piece),
                                                        p.data.of[d] + p.first(piece), count);
      CHECK_LAST();
    }
    p.meet();
  }
}

// Two kernels on each device: the sums of its own piece, then everybody's pieces.
void two_shots(const Problem& p) {
  for (int d = 0; d < p.devices; ++d) {
    if (p.count(d) == 0) continue;
    CHECK(cudaSetDevice(d));
    add_all<<<p.blocks(p.count(d)), kBlock, 0, p.streams[d]>>>(p.data, p.room.of[d], p.first(d),
                                                               p.count(d), p.devices);
    CHECK_LAST();
  }
  p.meet();
  for (int d = 0; d < p.devices; ++d) {
    CHECK(cudaSetDevice(d));
    collect<<<p.blocks(p.n), kBlock, 0, p.streams[d]>>>(p.room, p.data.of[d], p.n, p.piece);
    CHECK_LAST();
  }
}

#ifdef HAS_NCCL
// A call for each device, in its stream. They wait for each other, so one thread makes them in a group.
void by_nccl(const Problem& p, const std::vector<ncclComm_t>& comms) {
  CHECK_NCCL(ncclGroupStart());
  for (int d = 0; d < p.devices; ++d) {
    int* const data = p.data.of[d];  // in place
    CHECK_NCCL(ncclAllReduce(data, data, p.n, ncclInt, ncclSum, comms[d], p.streams[d]));
  }
  CHECK_NCCL(ncclGroupEnd());
}
#endif

int main(int argc, char** argv) {
  const Options options(argc, argv, "Sum an array of each device, and give the sum to all.");
  const int devices = std::min(count_devices(), kMost);
  const int n = options.size({.cpu = 10007, .gpu = 1 << 26, .bytes_per_element = 3 * sizeof(int)});
  std::vector<std::vector<int>> inputs;
  for (int d = 0; d < devices; ++d) inputs.push_back(random_ints(n));
  const bool has_peers = open_all_peers(devices);
  const Problem p = make_problem(devices, n, inputs);
  Rows rows(p, inputs);
  rows.run("by way of device 0", by_device_0);
  rows.run("a ring", ring);
  if (has_peers) rows.run("two shots of peer loads", two_shots);
#ifdef HAS_NCCL
  const std::vector<ncclComm_t> comms = make_communicators(devices);
  rows.run("NCCL", [&](const Problem& p) { by_nccl(p, comms); });
  release(comms);
#endif
  rows.table.print();
  say_what_is_missing(devices);
  release(p);
  return verdict(rows.passed);
}
