#include "missing_functions.h"

#include <algorithm>
#include <iterator>

namespace simtcc {
namespace {

/// Parts of which nothing is there, neither functions nor types, also of the runtime's other headers: what their names
/// have in common.
constexpr std::string_view kMissingParts[] = {"EGL",       "External", "Graphics",   "Library",
                                              "Mipmapped", "NvSci",    "UserObject", "VDPAU"};

/// The other functions that are missing, of CUDA 13.0 to 13.5, in order.
constexpr std::string_view kMissing[] = {
    "cudaArrayGetMemoryRequirements",
    "cudaArrayGetPlane",
    "cudaArrayGetSparseProperties",
    "cudaDevResourceGenerateDesc",
    "cudaDevSmResourceSplit",
    "cudaDevSmResourceSplitByCount",
    "cudaDeviceFlushGPUDirectRDMAWrites",
    "cudaDeviceGetDevResource",
    "cudaDeviceGetExecutionCtx",
    "cudaDeviceGetHostAtomicCapabilities",
    "cudaDeviceGetP2PAtomicCapabilities",
    "cudaDeviceGetTexture1DLinearMaxWidth",
    "cudaDeviceRegisterAsyncNotification",
    "cudaDeviceUnregisterAsyncNotification",
    "cudaExecutionCtxDestroy",
    "cudaExecutionCtxGetDevResource",
    "cudaExecutionCtxGetDevice",
    "cudaExecutionCtxGetId",
    "cudaExecutionCtxRecordEvent",
    "cudaExecutionCtxStreamCreate",
    "cudaExecutionCtxSynchronize",
    "cudaExecutionCtxWaitEvent",
    "cudaFuncGetName",
    "cudaFuncGetParamCount",
    "cudaFuncGetParamInfo",
    "cudaGetExportTable",
    "cudaGetFuncBySymbol",
    "cudaGetKernel",
    "cudaGetTextureObjectResourceViewDesc",
    "cudaGraphConditionalHandleCreate_v2",
    "cudaGraphExecChildGraphNodeSetParams",
    "cudaGraphExecGetId",
    "cudaGraphExecMemcpyNodeSetParamsFromSymbol",
    "cudaGraphExecMemcpyNodeSetParamsToSymbol",
    "cudaGraphGetId",
    "cudaGraphKernelNodeSetParam",
    "cudaGraphKernelNodeUpdatesApply",
    "cudaGraphMemcpyNodeSetParamsFromSymbol",
    "cudaGraphMemcpyNodeSetParamsToSymbol",
    "cudaGraphNodeGetContainingGraph",
    "cudaGraphNodeGetLocalId",
    "cudaGraphNodeGetParams",
    "cudaGraphNodeGetToolsId",
    "cudaGreenCtxCreate",
    "cudaKernelSetAttributeForDevice",
    "cudaLaunchHostFunc_v2",
    "cudaLogsCurrent",
    "cudaLogsDumpToFile",
    "cudaLogsDumpToMemory",
    "cudaLogsRegisterCallback",
    "cudaLogsUnregisterCallback",
    "cudaMemDiscardAndPrefetchBatchAsync",
    "cudaMemDiscardBatchAsync",
    "cudaMemGetLocationInfo",
    "cudaMemPoolExportPointer",
    "cudaMemPoolExportToShareableHandle",
    "cudaMemPoolImportFromShareableHandle",
    "cudaMemPoolImportPointer",
    "cudaMemPrefetchBatchAsync",
    "cudaMemSetMemPool",
    "cudaMemcpy3DBatchAsync",
    "cudaMemcpy3DPeer",
    "cudaMemcpy3DPeerAsync",
    "cudaMemcpy3DWithAttributesAsync",
    "cudaMemcpyArrayToArray",
    "cudaMemcpyBatchAsync",
    "cudaMemcpyWithAttributesAsync",
    "cudaStreamBeginRecaptureToGraph",
    "cudaStreamGetDevResource",
};

}  // namespace

bool is_missing(std::string_view name) {
  const auto has = [name](std::string_view part) { return name.find(part) != name.npos; };
  return std::any_of(std::begin(kMissingParts), std::end(kMissingParts), has) ||
         std::binary_search(std::begin(kMissing), std::end(kMissing), name);
}

}  // namespace simtcc
