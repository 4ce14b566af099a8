/// @file
/// NCCL: operations in which several devices take part, each with a call of its own. One host thread makes the calls of
/// all ranks, in a group.
#pragma once

#define NCCL_H_  // programs ask for it

#include "simt/users_macros_away.inc"

#include <cstddef>
#include <cstdint>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "driver_types.h"

#define NCCL_MAJOR 2
#define NCCL_MINOR 28
#define NCCL_PATCH 0
#define NCCL_SUFFIX ""
#define NCCL_VERSION_CODE 22800
#define NCCL_VERSION(X, Y, Z) \
  (((X) <= 2 && (Y) <= 8) ? (X)*1000 + (Y)*100 + (Z) : (X)*10000 + (Y)*100 + (Z))

typedef struct ncclComm* ncclComm_t;
#define NCCL_COMM_NULL nullptr
#define NCCL_UNIQUE_ID_BYTES 128
typedef struct {
  char internal[NCCL_UNIQUE_ID_BYTES];
} ncclUniqueId;

typedef enum {
  ncclSuccess = 0,
  ncclUnhandledCudaError = 1,
  ncclSystemError = 2,
  ncclInternalError = 3,
  ncclInvalidArgument = 4,
  ncclInvalidUsage = 5,
  ncclRemoteError = 6,
  ncclInProgress = 7,
  ncclNumResults = 8
} ncclResult_t;

typedef enum {
  ncclSum = 0,
  ncclProd = 1,
  ncclMax = 2,
  ncclMin = 3,
  ncclAvg = 4,
  ncclNumOps = 5
} ncclRedOp_t;

typedef enum {
  ncclInt8 = 0,
  ncclChar = 0,
  ncclUint8 = 1,
  ncclInt32 = 2,
  ncclInt = 2,
  ncclUint32 = 3,
  ncclInt64 = 4,
  ncclUint64 = 5,
  ncclFloat16 = 6,
  ncclHalf = 6,
  ncclFloat32 = 7,
  ncclFloat = 7,
  ncclFloat64 = 8,
  ncclDouble = 8,
  ncclBfloat16 = 9,
  ncclFloat8e4m3 = 10,
  ncclFloat8e5m2 = 11,
  ncclNumTypes = 12
} ncclDataType_t;

ncclResult_t ncclGetVersion(int* version);
const char* ncclGetErrorString(ncclResult_t result);
/// What was wrong is in the report or warning that the call has made.
const char* ncclGetLastError(ncclComm_t comm);
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* error);

/// One communicator for each device. @param devices null: 0, 1, 2, …
ncclResult_t ncclCommInitAll(ncclComm_t* comms, int count, const int* devices);
ncclResult_t ncclGetUniqueId(ncclUniqueId* id);
/// The communicator of a rank, for the current device. All of its ranks are made in one group.
ncclResult_t ncclCommInitRank(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank);
ncclResult_t ncclCommFinalize(ncclComm_t comm);
ncclResult_t ncclCommDestroy(ncclComm_t comm);
ncclResult_t ncclCommAbort(ncclComm_t comm);
ncclResult_t ncclCommCount(const ncclComm_t comm, int* count);
ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int* device);
ncclResult_t ncclCommUserRank(const ncclComm_t comm, int* rank);

/// What is called between these two begins at the end of the outermost group.
ncclResult_t ncclGroupStart();
ncclResult_t ncclGroupEnd();

ncclResult_t ncclAllReduce(const void* send, void* receive, std::size_t count, ncclDataType_t type,
                           ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclBroadcast(const void* send, void* receive, std::size_t count, ncclDataType_t type,
                           int root, ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclBcast(void* buffer, std::size_t count, ncclDataType_t type, int root,
                       ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclReduce(const void* send, void* receive, std::size_t count, ncclDataType_t type,
                        ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream);
/// @param count of elements that each rank sends
ncclResult_t ncclAllGather(const void* send, void* receive, std::size_t count, ncclDataType_t type,
                           ncclComm_t comm, cudaStream_t stream);
/// @param count of elements that each rank receives
ncclResult_t ncclReduceScatter(const void* send, void* receive, std::size_t count,
                               ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm,
                               cudaStream_t stream);
ncclResult_t ncclSend(const void* send, std::size_t count, ncclDataType_t type, int peer,
                      ncclComm_t comm, cudaStream_t stream);
ncclResult_t ncclRecv(void* receive, std::size_t count, ncclDataType_t type, int peer,
                      ncclComm_t comm, cudaStream_t stream);

// What the model does not have.
#define SIMT_NO_FUNCTION(name)                                                    \
  [[gnu::error(                                                                   \
      "the CPU backend has no such function of NCCL: it has ncclCommInitAll and " \
      "ncclCommInitRank, collectives, ncclSend and ncclRecv")]] ncclResult_t      \
  name(...)
SIMT_NO_FUNCTION(ncclCommInitRankConfig);
SIMT_NO_FUNCTION(ncclCommInitRankScalable);
SIMT_NO_FUNCTION(ncclCommSplit);
SIMT_NO_FUNCTION(ncclCommShrink);
SIMT_NO_FUNCTION(ncclCommRegister);
SIMT_NO_FUNCTION(ncclCommDeregister);
SIMT_NO_FUNCTION(ncclCommWindowRegister);
SIMT_NO_FUNCTION(ncclCommWindowDeregister);
SIMT_NO_FUNCTION(ncclMemAlloc);
SIMT_NO_FUNCTION(ncclMemFree);
SIMT_NO_FUNCTION(ncclRedOpCreatePreMulSum);
SIMT_NO_FUNCTION(ncclRedOpDestroy);
SIMT_NO_FUNCTION(ncclAlltoAll);
SIMT_NO_FUNCTION(ncclGather);
SIMT_NO_FUNCTION(ncclScatter);
SIMT_NO_FUNCTION(ncclGroupSimulateEnd);
#undef SIMT_NO_FUNCTION

#include "simt/users_macros_back.inc"
