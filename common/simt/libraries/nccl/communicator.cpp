// Communicators of NCCL: made, asked and destroyed.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <vector>

#include "base/api_call.h"
#include "base/device.h"
#include "base/error.h"
#include "base/process.h"
#include "libraries/live_objects.h"
#include "libraries/nccl/call.h"
#include "libraries/nccl/group.h"

namespace simt {
namespace {

LiveObjects<ncclComm>& communicators() { return process().part<LiveObjects<ncclComm>>(); }

/// Those that still lack ranks, by the number that is their unique identifier.
struct Cliques {
  std::mutex mutex;
  std::uint64_t last = 0;
  std::map<std::uint64_t, std::shared_ptr<Clique>> all;  ///< null: no rank yet
};
Cliques& cliques() { return process().part<Cliques>(); }

/// A new one of the clique. @return null: the rank is there, or its device is another rank's
ncclComm_t make(const std::shared_ptr<Clique>& clique, int rank, int device) {
  int& place = clique->devices[static_cast<std::size_t>(rank)];
  const auto& all = clique->devices;
  if (place >= 0 || std::find(all.begin(), all.end(), device) != all.end()) return nullptr;
  place = device;
  ncclComm_t comm = communicators().make();
  *comm = {clique, rank};
  return comm;
}

ncclResult_t make_all(ncclComm_t* comms, int count, const int* devices) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  if (devices != nullptr) numbers.assign(devices, devices + count);
  const auto clique = std::make_shared<Clique>();
  clique->devices.resize(numbers.size(), -1);
  for (int rank = 0; rank < count; ++rank) {
    const int device = numbers[static_cast<std::size_t>(rank)];
    if (!is_device(device)) {
      return refuse("there is no device " + std::to_string(device), ncclUnhandledCudaError);
    }
    comms[rank] = make(clique, rank, device);
    if (comms[rank] == nullptr) {
      return refuse("device " + std::to_string(device) + " is named twice", ncclInvalidUsage);
    }
  }
  return ncclSuccess;
}

ncclResult_t make_one(ncclComm_t* comm, int ranks, const ncclUniqueId& id, int rank) {
  std::uint64_t number = 0;
  std::memcpy(&number, id.internal, sizeof number);
  const std::lock_guard lock(cliques().mutex);
  const auto found = cliques().all.find(number);
  if (found == cliques().all.end()) {
    return refuse("its identifier is none of ncclGetUniqueId(), or has all its ranks",
                  ncclInvalidArgument);
  }
  if (ranks <= 0 || rank < 0 || rank >= ranks) {
    return refuse("there is no rank " + std::to_string(rank) + " of " + std::to_string(ranks),
                  ncclInvalidArgument);
  }
  std::shared_ptr<Clique>& clique = found->second;
  if (clique == nullptr) {
    clique = std::make_shared<Clique>();
    clique->devices.resize(static_cast<std::size_t>(ranks), -1);
  }
  if (clique->has_failed) return ncclInvalidUsage;
  if (clique->size() != ranks) {
    return refuse("another rank has said that there are " + std::to_string(clique->size()) +
                      " ranks, and this one says " + std::to_string(ranks),
                  ncclInvalidUsage);
  }
  *comm = make(clique, rank, current_device_number());
  if (*comm == nullptr) {
    return refuse("rank " + std::to_string(rank) + " or device " +
                      std::to_string(current_device_number()) +
                      " is taken: each rank has a "
                      "device of its own, which cudaSetDevice names before",
                  ncclInvalidUsage);
  }
  if (std::count(clique->devices.begin(), clique->devices.end(), -1) == 0) {
    cliques().all.erase(found);
  }
  return add_new_rank({ApiCall::current(), **comm});
}

/// What the communicator has for `value`.
template <class Ask>
ncclResult_t answer(ncclComm_t comm, int* value, const Ask& ask) {
  if (!is_live_communicator(comm) || value == nullptr) return ncclInvalidArgument;
  *value = ask(*comm);
  return ncclSuccess;
}

}  // namespace

bool is_live_communicator(ncclComm_t comm) { return communicators().contains(comm); }

}  // namespace simt

ncclResult_t ncclCommInitAll(ncclComm_t* comms, int count, const int* devices) {
  SIMT_API_CALL;
  if (comms == nullptr || count <= 0) return ncclInvalidArgument;
  return simt::make_all(comms, count, devices);
}

ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  if (id == nullptr) return ncclInvalidArgument;
  const std::lock_guard lock(simt::cliques().mutex);
  const std::uint64_t number = ++simt::cliques().last;
  simt::cliques().all[number] = nullptr;
  *id = {};
  std::memcpy(id->internal, &number, sizeof number);
  return ncclSuccess;
}

ncclResult_t ncclCommInitRank(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank) {
  SIMT_API_CALL;
  if (comm == nullptr) return ncclInvalidArgument;
  return simt::make_one(comm, ranks, id, rank);
}

ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  return simt::is_live_communicator(comm) ? ncclSuccess : ncclInvalidArgument;
}

ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  SIMT_API_CALL;
  if (comm == nullptr) return ncclSuccess;
  if (simt::communicators().destroy(comm)) return ncclSuccess;
  return simt::refuse("the communicator is destroyed already, or is none", ncclInvalidArgument);
}

ncclResult_t ncclCommAbort(ncclComm_t comm) { return ncclCommDestroy(comm); }

ncclResult_t ncclCommCount(const ncclComm_t comm, int* count) {
  return simt::answer(comm, count, [](const ncclComm& c) { return c.clique->size(); });
}
ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int* device) {
  return simt::answer(comm, device, [](const ncclComm& c) { return c.device(); });
}
ncclResult_t ncclCommUserRank(const ncclComm_t comm, int* rank) {
  return simt::answer(comm, rank, [](const ncclComm& c) { return c.rank; });
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* error) {
  if (!simt::is_live_communicator(comm) || error == nullptr) return ncclInvalidArgument;
  const simt::OnDevice on(comm->device());
  *error = simt::device_error() == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
  return ncclSuccess;
}

ncclResult_t ncclGetVersion(int* version) {
  if (version == nullptr) return ncclInvalidArgument;
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}

const char* ncclGetErrorString(ncclResult_t result) {
  constexpr const char* kTexts[] = {"no error",       "unhandled CUDA error", "system error",
                                    "internal error", "invalid argument",     "invalid usage",
                                    "remote error",   "in progress"};
  return result >= ncclSuccess && result <= ncclInProgress ? kTexts[result] : "unknown result code";
}

const char* ncclGetLastError(ncclComm_t) { return "see what the CPU backend has reported"; }
