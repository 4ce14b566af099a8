/// @file
/// @ingroup simt_libraries
/// A rank's call of NCCL, and what the calls of all ranks together do.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "nccl.h"

#include "base/api_call.h"
#include "base/range.h"

namespace simt {

/// The ranks that call NCCL together.
struct Clique {
  std::vector<int> devices;  ///< of the ranks; -1: not made yet
  bool has_failed = false;   ///< with a report: its later calls do nothing
  int size() const { return static_cast<int>(devices.size()); }
};

}  // namespace simt

struct ncclComm {
  std::shared_ptr<simt::Clique> clique;
  int rank = 0;

  int device() const { return clique->devices[static_cast<std::size_t>(rank)]; }
};

namespace simt {

bool is_live_communicator(ncclComm_t comm);

struct RankCall {
  enum class Kind { kAllReduce, kBroadcast, kReduce, kAllGather, kReduceScatter, kSend, kReceive };

  CallSite site;
  Kind kind;
  ncclComm comm;  ///< a copy: the program may destroy its own before the stream comes to the call
  const void* send;
  void* receive;
  std::size_t count;
  ncclDataType_t type;
  ncclRedOp_t op;
  int peer;  ///< the root, or the other side of a message; -1: none
  cudaStream_t stream;

  int rank() const { return comm.rank; }
  bool is_message() const { return kind == Kind::kSend || kind == Kind::kReceive; }
  bool reduces() const {
    return kind == Kind::kAllReduce || kind == Kind::kReduce || kind == Kind::kReduceScatter;
  }
  std::size_t bytes() const;  ///< of `count` elements
  Range read() const;         ///< of this rank's memory; empty: nothing
  Range written() const;
  /// In a report, as "rank 0  ncclAllReduce() at x.cu:7: 100 ncclFloat, ncclSum".
  std::string text() const;
};

/// 0: the model does not have the type.
std::size_t size_of(ncclDataType_t type);

/// Calls that belong together: one of each rank, or a message's two sides.
using Exchange = std::vector<RankCall>;

/// What a group's calls do together. @param report what is wrong with them, if anything is: nothing else counts then
std::vector<Exchange> match(const std::vector<RankCall>& calls, std::string& report);

/// Puts an exchange's reads into the streams of its ranks, and then its writes; those of all exchanges of a group come
/// in this order, since they run at the same time. False, with a report, if there is memory that kernels cannot use.
class ExchangeWork {
 public:
  explicit ExchangeWork(Exchange exchange);
  bool put_reads();
  bool put_writes();

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace simt
