/// @file
/// The driver API, as far as programs for the runtime API need it: its types, and questions about the device.
/// What loads and launches code here is refused by name.
#pragma once

#ifndef __cplusplus
#error \
    "the CPU backend's headers are C++: name the file .cpp or .cu, or keep CUDA's types out of the C file"
#endif

#include "simt/users_macros_away.inc"

#define __cuda_cuda_h__  // programs ask whether this header is there
#define CUDA_VERSION 13000
#define CUDAAPI
#define CUDA_CB

#include <cstddef>
#include <cstdint>

#include "cuda_runtime_api.h"

typedef std::uint32_t cuuint32_t;
typedef std::uint64_t cuuint64_t;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st* CUcontext;
typedef struct CUmod_st* CUmodule;
typedef struct CUfunc_st* CUfunction;
typedef struct CUlinkState_st* CUlinkState;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef cudaGraph_t CUgraph;
typedef cudaArray_t CUarray;
typedef CUuuid_st CUuuid;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;

typedef enum cudaError_enum {
#define SIMT_RESULT(name, code) name = code,
#include "simt/driver_result_codes.inc"
#undef SIMT_RESULT
} CUresult;

typedef enum CUdevice_attribute_enum {
#include "simt/driver_attributes.inc"
} CUdevice_attribute;

namespace simt {
inline CUresult driver_result(cudaError_t error) { return static_cast<CUresult>(error); }
inline const char* driver_result_name(CUresult code) {
  switch (code) {
#define SIMT_RESULT(name, code) \
  case name:                    \
    return #name;
#include "simt/driver_result_codes.inc"
#undef SIMT_RESULT
  }
  return nullptr;
}
}  // namespace simt

// Errors
inline CUresult cuGetErrorName(CUresult error, const char** name) {
  *name = simt::driver_result_name(error);
  return *name != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
inline CUresult cuGetErrorString(CUresult error, const char** text) {
  const bool is_known = simt::driver_result_name(error) != nullptr;
  *text = is_known ? cudaGetErrorString(static_cast<cudaError_t>(error)) : nullptr;
  return is_known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// The device
inline CUresult cuInit(unsigned int flags) {
  return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
inline CUresult cuDriverGetVersion(int* version) {
  return simt::driver_result(cudaDriverGetVersion(version));
}
inline CUresult cuDeviceGetCount(int* count) {
  return simt::driver_result(cudaGetDeviceCount(count));
}
inline CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (ordinal != 0) return CUDA_ERROR_INVALID_DEVICE;
  *device = 0;
  return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetName(char* name, int bytes, CUdevice device) {
  if (name == nullptr || bytes <= 0) return CUDA_ERROR_INVALID_VALUE;
  cudaDeviceProp properties;
  if (const cudaError_t error = cudaGetDeviceProperties(&properties, device)) {
    return simt::driver_result(error);
  }
  int i = 0;
  for (; i < bytes - 1 && properties.name[i] != 0; ++i) name[i] = properties.name[i];
  name[i] = 0;
  return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  return simt::driver_result(
      cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device));
}
inline CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice device) {
  if (bytes == nullptr) return CUDA_ERROR_INVALID_VALUE;
  cudaDeviceProp properties;
  const cudaError_t error = cudaGetDeviceProperties(&properties, device);
  if (error == cudaSuccess) *bytes = properties.totalGlobalMem;
  return simt::driver_result(error);
}
inline CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  if (major == nullptr || minor == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const CUresult result =
      cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  if (result != CUDA_SUCCESS) return result;
  return cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
}
inline CUresult cuDeviceCanAccessPeer(int* can_access, CUdevice device, CUdevice peer) {
  return simt::driver_result(cudaDeviceCanAccessPeer(can_access, device, peer));
}
inline CUresult cuDeviceGetPCIBusId(char* id, int bytes, CUdevice device) {
  return simt::driver_result(cudaDeviceGetPCIBusId(id, bytes, device));
}
inline CUresult cuMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  return simt::driver_result(cudaMemGetInfo(free_bytes, total_bytes));
}
inline CUresult cuCtxSynchronize() { return simt::driver_result(cudaDeviceSynchronize()); }

// Tensor maps
#include "simt/tensor_maps.h"

// What is refused, at the line that calls it
#define SIMT_REFUSED(name, instead)  \
  CUresult name(...) __attribute__(( \
      error("the CPU backend does not have this function of the driver API: " instead)));
#include "simt/driver_refusals.inc"
#undef SIMT_REFUSED

#include "simt/users_macros_back.inc"
