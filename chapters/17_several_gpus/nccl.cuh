// NCCL, and a check around its calls. With nvcc by hand: nvcc … -DWITH_LIBRARIES -lnccl; simtcc has NCCL of its own.
#pragma once

#include <nccl.h>

#include <cstdio>
#include <cstdlib>

#include "devices.cuh"

#define CHECK_NCCL(call) check_nccl((call), #call, __FILE__, __LINE__)

inline void check_nccl(ncclResult_t result, const char* call, const char* file, int line) {
  if (result == ncclSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, ncclGetErrorString(result));
  std::exit(kExitWrong);
}

// A communicator for each device: the number of a device is its rank.
inline std::vector<ncclComm_t> make_communicators(int devices) {
  std::vector<ncclComm_t> communicators(static_cast<size_t>(devices));
  CHECK_NCCL(ncclCommInitAll(communicators.data(), devices, nullptr));
  return communicators;
}
inline void release(const std::vector<ncclComm_t>& communicators) {
  for (ncclComm_t communicator : communicators) CHECK_NCCL(ncclCommDestroy(communicator));
}
