// Attributes of streams and kernel nodes: kept and answered. Those that only say how caches and
// processors should go about it have no other effect in the model.
#include <algorithm>
#include <cstring>

#include "api/streams/stream.h"
#include "api/work/state.h"
#include "base/error.h"

namespace simt {
namespace {

bool is_good_window(const cudaAccessPolicyWindow& window) {
  return window.hitRatio >= 0.0f && window.hitRatio <= 1.0f &&
         window.missProp != cudaAccessPropertyPersisting;
}

int clamp_priority(int priority) {
  int least = 0, greatest = 0;
  cudaDeviceGetStreamPriorityRange(&least, &greatest);
  return std::clamp(priority, greatest, least);
}

bool stream_has(cudaLaunchAttributeID attribute) {
  return attribute == cudaLaunchAttributeAccessPolicyWindow ||
         attribute == cudaLaunchAttributeSynchronizationPolicy ||
         attribute == cudaLaunchAttributePriority ||
         attribute == cudaLaunchAttributeMemSyncDomain ||
         attribute == cudaLaunchAttributeMemSyncDomainMap;
}

bool node_has(cudaLaunchAttributeID attribute) {
  return attribute == cudaLaunchAttributeAccessPolicyWindow ||
         attribute == cudaLaunchAttributePriority ||
         attribute == cudaLaunchAttributeMemSyncDomain ||
         attribute == cudaLaunchAttributeMemSyncDomainMap;
}

/// Stores a value; what has a priority has it apart from the others.
cudaError_t set(Attributes& attributes, int& priority, cudaLaunchAttributeID attribute,
                const cudaLaunchAttributeValue& value) {
  if (attribute == cudaLaunchAttributePriority) {
    priority = clamp_priority(value.priority);
    return cudaSuccess;
  }
  if (attribute == cudaLaunchAttributeAccessPolicyWindow &&
      !is_good_window(value.accessPolicyWindow)) {
    return cudaErrorInvalidValue;
  }
  attributes[attribute] = value;
  return cudaSuccess;
}

void get(const Attributes& attributes, int priority, cudaLaunchAttributeID attribute,
         cudaLaunchAttributeValue& value) {
  std::memset(&value, 0, sizeof value);
  if (const auto it = attributes.find(attribute); it != attributes.end()) {
    value = it->second;
  } else if (attribute == cudaLaunchAttributePriority) {
    value.priority = priority;
  } else if (attribute == cudaLaunchAttributeSynchronizationPolicy) {
    value.syncPolicy = cudaSyncPolicyAuto;
  } else if (attribute == cudaLaunchAttributeMemSyncDomainMap) {
    value.memSyncDomainMap = {0, 1};
  }
}

/// The kernel node behind a handle, or null.
Node* find_kernel(cudaGraphNode_t handle) {
  Node* node = find_node(handle);
  return node != nullptr && std::holds_alternative<KernelWork>(node->work) ? node : nullptr;
}

}  // namespace
}  // namespace simt

using simt::Lock;
using simt::result;
using simt::state;

cudaError_t cudaStreamSetAttribute(cudaStream_t handle, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue* value) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto stream = simt::find_stream(handle);
  if (stream == nullptr) return result(cudaErrorInvalidResourceHandle);
  if (value == nullptr || !simt::stream_has(attribute)) return result(cudaErrorInvalidValue);
  return result(simt::set(stream->attributes, stream->priority, attribute, *value));
}

cudaError_t cudaStreamGetAttribute(cudaStream_t handle, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue* value) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto stream = simt::find_stream(handle);
  if (stream == nullptr) return result(cudaErrorInvalidResourceHandle);
  if (value == nullptr || !simt::stream_has(attribute)) return result(cudaErrorInvalidValue);
  simt::get(stream->attributes, stream->priority, attribute, *value);
  return cudaSuccess;
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const auto target = simt::find_stream(to);
  const auto source = simt::find_stream(from);
  if (target == nullptr || source == nullptr) return result(cudaErrorInvalidResourceHandle);
  target->attributes = source->attributes;
  return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t handle, cudaKernelNodeAttrID attribute,
                                            const cudaKernelNodeAttrValue* value) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  simt::Node* node = simt::find_kernel(handle);
  if (node == nullptr || value == nullptr) return result(cudaErrorInvalidValue);
  if (!simt::node_has(attribute)) return result(cudaErrorNotSupported);
  return result(simt::set(node->attributes, node->priority, attribute, *value));
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t handle, cudaKernelNodeAttrID attribute,
                                            cudaKernelNodeAttrValue* value) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const simt::Node* node = simt::find_kernel(handle);
  if (node == nullptr || value == nullptr) return result(cudaErrorInvalidValue);
  if (!simt::node_has(attribute)) return result(cudaErrorNotSupported);
  simt::get(node->attributes, node->priority, attribute, *value);
  return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) {
  if (const cudaError_t error = simt::device_error()) return result(error);
  const Lock lock(state().mutex);
  const simt::Node* source = simt::find_kernel(from);
  simt::Node* target = simt::find_kernel(to);
  if (source == nullptr || target == nullptr) return result(cudaErrorInvalidValue);
  target->attributes = source->attributes;
  target->priority = source->priority;
  return cudaSuccess;
}

cudaError_t cudaCtxResetPersistingL2Cache() { return result(simt::device_error()); }
