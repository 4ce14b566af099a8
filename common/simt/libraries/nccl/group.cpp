// ncclGroupStart, ncclGroupEnd, and the calls in between, which begin together.
#include "libraries/nccl/group.h"

#include <string>
#include <utility>

#include "api/streams/stream.h"
#include "base/api_call.h"
#include "base/device.h"
#include "base/error.h"
#include "base/symbols.h"
#include "base/warning.h"
#include "libraries/nccl/call.h"

namespace simt {
namespace {

struct Group {
  int depth = 0;
  CallSite start;
  std::vector<RankCall> calls;
  std::vector<NewRank> new_ranks;
};

/// That a host thread has begun.
struct OpenGroup : Group {
  ~OpenGroup() {
    if (depth == 0) return;
    warn("ncclGroupStart() began a group that no ncclGroupEnd() has ended\n  at      " +
         source_line(start.site) +
         "\n  advice  the calls in a group begin at its end: these never did\n");
  }
};

Group& own_group() {
  thread_local OpenGroup own;
  return own;
}

ncclResult_t failed(const Group& group, const std::string& report) {
  for (const RankCall& call : group.calls) call.comm.clique->has_failed = true;
  for (const NewRank& made : group.new_ranks) made.comm.clique->has_failed = true;
  kernel_failed({cudaErrorLaunchFailure, report});
  return ncclInvalidUsage;
}

std::string missing_rank(const std::vector<NewRank>& new_ranks) {
  for (const NewRank& made : new_ranks) {
    const Clique& clique = *made.comm.clique;
    for (int rank = 0; rank < clique.size(); ++rank) {
      if (clique.devices[static_cast<std::size_t>(rank)] >= 0) continue;
      return "simt: ncclCommInitRank() waits for a call that is not made: rank " +
             std::to_string(rank) + " of " + std::to_string(clique.size()) +
             " is not made in this group\n  rank " + std::to_string(made.comm.rank) +
             "  ncclCommInitRank() at " + source_line(made.site.site) +
             "\n  advice  a host thread makes all ranks between one ncclGroupStart() and its "
             "ncclGroupEnd(): each waits until all are there\n";
    }
  }
  return "";
}

ncclResult_t begin(const Group& group) {
  if (const std::string report = missing_rank(group.new_ranks); !report.empty()) {
    return failed(group, report);
  }
  std::string report;
  const std::vector<Exchange> exchanges = match(group.calls, report);
  if (!report.empty()) return failed(group, report);
  std::vector<ExchangeWork> all(exchanges.begin(), exchanges.end());
  for (ExchangeWork& work : all) {
    if (!work.put_reads()) return ncclUnhandledCudaError;
  }
  for (ExchangeWork& work : all) {
    if (!work.put_writes()) return ncclUnhandledCudaError;
  }
  return ncclSuccess;
}

/// What is not in a group is one of its own.
template <class Add>
ncclResult_t add_to_group(const Add& add) {
  Group& group = own_group();
  if (group.depth > 0) {
    add(group);
    return ncclSuccess;
  }
  Group alone;
  add(alone);
  return begin(alone);
}

}  // namespace

ncclResult_t refuse(const std::string& fault, ncclResult_t result) {
  const CallSite& call = ApiCall::current();
  warn_once("NCCL", call.site, [&] {
    return std::string(call.function) + "() does nothing: " + fault + "\n  at      " +
           source_line(call.site) + "\n  advice  look at what every function of NCCL returns\n";
  });
  return result;
}

ncclResult_t add_new_rank(const NewRank& made) {
  return add_to_group([&](Group& group) { group.new_ranks.push_back(made); });
}

namespace {

ncclResult_t call(RankCall::Kind kind, const void* send, void* receive, std::size_t count,
                  ncclDataType_t type, ncclRedOp_t op, int peer, ncclComm_t comm,
                  cudaStream_t stream) {
  if (!is_live_communicator(comm)) {
    return refuse("its communicator is none that was made, or is destroyed", ncclInvalidArgument);
  }
  if (size_of(type) == 0) {
    return refuse("the CPU backend has integers, half, bfloat16, float and double",
                  ncclInvalidArgument);
  }
  RankCall made = {ApiCall::current(), kind, *comm, send, receive, count, type, op, peer, stream};
  if (op < ncclSum || op > ncclAvg) return refuse("its operation is none", ncclInvalidArgument);
  const bool has_peer =
      made.is_message() || kind == RankCall::Kind::kBroadcast || kind == RankCall::Kind::kReduce;
  if (has_peer && (peer < 0 || peer >= comm->clique->size())) {
    return refuse("there is no rank " + std::to_string(peer), ncclInvalidArgument);
  }
  const OnDevice on(comm->device());
  if (device_error() != cudaSuccess) return ncclUnhandledCudaError;
  if (comm->clique->has_failed) return ncclInvalidUsage;
  int device = -1;
  if (cudaStreamGetDevice(stream, &device) != cudaSuccess) {
    return refuse("its stream is none, or is destroyed", ncclInvalidArgument);
  }
  if (device != comm->device()) {
    return refuse("the stream belongs to device " + std::to_string(device) + ", and rank " +
                      std::to_string(comm->rank) + " is on device " +
                      std::to_string(comm->device()),
                  ncclInvalidArgument);
  }
  if (not_in_capture(stream) != cudaSuccess) {
    return refuse("the CPU backend does not capture it", ncclInvalidUsage);
  }
  return add_to_group([&](Group& group) { group.calls.push_back(made); });
}

}  // namespace
}  // namespace simt

ncclResult_t ncclGroupStart() {
  SIMT_API_CALL;
  simt::Group& group = simt::own_group();
  if (group.depth++ == 0) group.start = simt::ApiCall::current();
  return ncclSuccess;
}

ncclResult_t ncclGroupEnd() {
  simt::Group& group = simt::own_group();
  {
    SIMT_API_CALL;
    if (group.depth == 0) return simt::refuse("no group has begun", ncclInvalidUsage);
    if (--group.depth > 0) return ncclSuccess;
  }
  return simt::begin(std::exchange(group, {}));  // as the calls in it
}

using Kind = simt::RankCall::Kind;

ncclResult_t ncclAllReduce(const void* send, void* receive, std::size_t count, ncclDataType_t type,
                           ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::call(Kind::kAllReduce, send, receive, count, type, op, -1, comm, stream);
}

ncclResult_t ncclBroadcast(const void* send, void* receive, std::size_t count, ncclDataType_t type,
                           int root, ncclComm_t comm, cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::call(Kind::kBroadcast, send, receive, count, type, ncclSum, root, comm, stream);
}

ncclResult_t ncclBcast(void* buffer, std::size_t count, ncclDataType_t type, int root,
                       ncclComm_t comm, cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::call(Kind::kBroadcast, buffer, buffer, count, type, ncclSum, root, comm, stream);
}

ncclResult_t ncclReduce(const void* send, void* receive, std::size_t count, ncclDataType_t type,
                        ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::call(Kind::kReduce, send, receive, count, type, op, root, comm, stream);
}

ncclResult_t ncclAllGather(const void* send, void* receive, std::size_t count, ncclDataType_t type,
                           ncclComm_t comm, cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::call(Kind::kAllGather, send, receive, count, type, ncclSum, -1, comm, stream);
}

ncclResult_t ncclReduceScatter(const void* send, void* receive, std::size_t count,
                               ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm,
                               cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::call(Kind::kReduceScatter, send, receive, count, type, op, -1, comm, stream);
}

ncclResult_t ncclSend(const void* send, std::size_t count, ncclDataType_t type, int peer,
                      ncclComm_t comm, cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::call(Kind::kSend, send, nullptr, count, type, ncclSum, peer, comm, stream);
}

ncclResult_t ncclRecv(void* receive, std::size_t count, ncclDataType_t type, int peer,
                      ncclComm_t comm, cudaStream_t stream) {
  SIMT_API_CALL;
  return simt::call(Kind::kReceive, nullptr, receive, count, type, ncclSum, peer, comm, stream);
}
