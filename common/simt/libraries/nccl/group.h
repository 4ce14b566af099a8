/// @file
/// @ingroup simt_libraries
/// What begins at the end of a group of NCCL's calls.
#pragma once

#include <string>

#include "nccl.h"

#include "base/api_call.h"
#include "libraries/nccl/call.h"

namespace simt {

struct NewRank {
  CallSite site;
  ncclComm comm;
};
/// A communicator that ncclCommInitRank makes: the others of its clique have to come in the same group.
ncclResult_t add_new_rank(const NewRank& made);

/// Warns that the call does nothing. @return `result`
ncclResult_t refuse(const std::string& fault, ncclResult_t result);

}  // namespace simt
