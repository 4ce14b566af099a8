// All operations and types, in place and not; ranks made at once, and one by one with devices the other way round.
// supports: <nccl.h>: communicators of one process; all-reduce, broadcast, reduce, all-gather, reduce-scatter, send and
//     receive, in groups of one host thread; integers, half, bfloat16, float and double; sum, product, minimum, maximum and
//     average
// prints: all-reduce 31 11
// prints: product 240, max 16, min 15, average 15.5, of ints 15
// prints: half 31, bfloat16 15.5, double 31, signed char 15, unsigned char 31
// prints: unsigned 16, long long 240, unsigned long long 31
// prints: broadcast 16 6, reduce in place 32, reduce 31
// prints: gathered 5 15 6 16, scattered 31 51
// prints: exchanged 16 15
// prints: rank 1 of 2 on device 0
#include <cuda_runtime.h>
#include <nccl.h>

#include <cstdio>
#include <vector>

#define CHECK_NCCL(call)                                                              \
  do {                                                                                \
    const ncclResult_t result = (call);                                               \
    if (result != ncclSuccess) std::printf("NCCL: %s\n", ncclGetErrorString(result)); \
  } while (0)

constexpr int kN = 2;  // elements of each rank
ncclComm_t comms[2];
cudaStream_t streams[2];
char *in[2], *out[2];

/// No two elements are the same: 5, 15, 25 and 35 of rank 0, 6, 16, 26 and 36 of rank 1.
template <class T>
void fill() {
  for (int d = 0; d < 2; ++d) {
    std::vector<T> values;
    for (int i = 0; i < 2 * kN; ++i) values.push_back(T(5 + d + 10 * i));
    cudaSetDevice(d);
    cudaMemcpy(in[d], values.data(), 2 * kN * sizeof(T), cudaMemcpyHostToDevice);
  }
}
template <class T>
T result(int device, int i = 0) {
  cudaSetDevice(device);
  cudaStreamSynchronize(streams[device]);
  T value;
  cudaMemcpy(&value, out[device] + i * sizeof(T), sizeof value, cudaMemcpyDeviceToHost);
  return value;
}
template <class Call>
void on_all(const Call& call) {
  CHECK_NCCL(ncclGroupStart());
  for (int d = 0; d < 2; ++d) CHECK_NCCL(call(d));
  CHECK_NCCL(ncclGroupEnd());
}
template <class T>
T all_reduce(ncclDataType_t type, ncclRedOp_t op) {
  fill<T>();
  on_all([&](int d) { return ncclAllReduce(in[d], out[d], kN, type, op, comms[d], streams[d]); });
  return result<T>(1, kN - 1);
}

int main() {
  int count = 0;
  cudaGetDeviceCount(&count);
  if (count < 2) return 77;
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    cudaMalloc(&in[d], 64);
    cudaMalloc(&out[d], 64);
    cudaStreamCreateWithFlags(&streams[d], cudaStreamNonBlocking);
  }
  CHECK_NCCL(ncclCommInitAll(comms, 2, nullptr));
  const float sum = all_reduce<float>(ncclFloat, ncclSum);
  std::printf("all-reduce %g %g\n", sum, result<float>(0));
  const int product = all_reduce<int>(ncclInt, ncclProd),
            average = all_reduce<int>(ncclInt, ncclAvg);
  std::printf("product %d, max %g, min %g, average %g, of ints %d\n", product,
              all_reduce<float>(ncclFloat, ncclMax), all_reduce<float>(ncclFloat, ncclMin),
              all_reduce<float>(ncclFloat, ncclAvg), average);
  std::printf("half %g, bfloat16 %g, double %g, signed char %d, unsigned char %d\n",
              static_cast<float>(all_reduce<__half>(ncclHalf, ncclSum)),
              static_cast<float>(all_reduce<__nv_bfloat16>(ncclBfloat16, ncclAvg)),
              all_reduce<double>(ncclDouble, ncclSum), all_reduce<signed char>(ncclInt8, ncclMin),
              all_reduce<unsigned char>(ncclUint8, ncclSum));
  std::printf("unsigned %u, long long %lld, unsigned long long %llu\n",
              all_reduce<unsigned>(ncclUint32, ncclMax), all_reduce<long long>(ncclInt64, ncclProd),
              all_reduce<unsigned long long>(ncclUint64, ncclSum));

  fill<int>();
  on_all([](int d) { return ncclBroadcast(in[d], out[d], kN, ncclInt, 1, comms[d], streams[d]); });
  std::printf("broadcast %d %d, ", result<int>(0, 1), result<int>(1));
  on_all([](int d) {  // in place
    return ncclReduce(out[d], out[d], kN, ncclInt, ncclSum, 0, comms[d], streams[d]);
  });
  std::printf("reduce in place %d, ", result<int>(0, 1));
  fill<int>();
  on_all([](int d) {
    return ncclReduce(in[d], out[d], kN, ncclInt, ncclSum, 0, comms[d], streams[d]);
  });
  std::printf("reduce %d\n", result<int>(0, 1));

  fill<int>();
  on_all([](int d) { return ncclAllGather(in[d], out[d], kN, ncclInt, comms[d], streams[d]); });
  std::printf("gathered %d %d %d %d, ", result<int>(0, 0), result<int>(0, 1), result<int>(1, 2),
              result<int>(1, 3));
  on_all([](int d) {  // in place: the rank's own part of the whole
    return ncclReduceScatter(in[d], in[d] + d * kN * sizeof(int), kN, ncclInt, ncclSum, comms[d],
                             streams[d]);
  });
  on_all([](int d) {
    return ncclAllGather(in[d] + d * kN * sizeof(int), out[d], kN, ncclInt, comms[d], streams[d]);
  });
  std::printf("scattered %d %d\n", result<int>(0, 1), result<int>(1, 2));

  fill<int>();
  CHECK_NCCL(ncclGroupStart());
  for (int d = 0; d < 2; ++d) {
    CHECK_NCCL(ncclSend(in[d], kN, ncclInt, 1 - d, comms[d], streams[d]));
    CHECK_NCCL(ncclRecv(out[d], kN, ncclInt, 1 - d, comms[d], streams[d]));
  }
  CHECK_NCCL(ncclGroupEnd());
  std::printf("exchanged %d %d\n", result<int>(0, 1), result<int>(1, 1));

  for (ncclComm_t comm : comms) CHECK_NCCL(ncclCommDestroy(comm));
  ncclUniqueId id;
  CHECK_NCCL(ncclGetUniqueId(&id));
  on_all([&](int d) {
    cudaSetDevice(d);
    return ncclCommInitRank(&comms[1 - d], 2, id, 1 - d);
  });
  int rank = -1, ranks = -1, device = -1;
  CHECK_NCCL(ncclCommUserRank(comms[1], &rank));
  CHECK_NCCL(ncclCommCount(comms[1], &ranks));
  CHECK_NCCL(ncclCommCuDevice(comms[1], &device));
  std::printf("rank %d of %d on device %d\n", rank, ranks, device);
  for (ncclComm_t comm : comms) CHECK_NCCL(ncclCommDestroy(comm));
  for (int d = 0; d < 2; ++d) {
    cudaFree(in[d]);
    cudaFree(out[d]);
    cudaStreamDestroy(streams[d]);
  }
}
