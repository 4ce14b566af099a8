// Copies from and to device variables.
#include "cuda_runtime_api.h"
#include "error.h"
#include "memory.h"
#include "operation.h"

namespace simt {
namespace {

/// Where a copy begins; null and an error if it does not fit.
cudaError_t locate(Symbol symbol, std::size_t bytes, std::size_t offset, char** first) {
  if (!is_device_pointer(symbol.address)) return cudaErrorInvalidSymbol;
  if (offset > symbol.bytes || bytes > symbol.bytes - offset) return cudaErrorInvalidValue;
  *first = static_cast<char*>(const_cast<void*>(symbol.address)) + offset;
  return cudaSuccess;
}

}  // namespace

cudaError_t copy_to_symbol(Symbol symbol, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind) {
  const ApiCall call("cudaMemcpyToSymbol", __builtin_return_address(0));
  char* first;
  if (const cudaError_t error = locate(symbol, bytes, offset, &first)) return result(error);
  return cudaMemcpy(first, from, bytes, kind);
}

cudaError_t copy_to_symbol(Symbol symbol, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream) {
  const ApiCall call("cudaMemcpyToSymbolAsync", __builtin_return_address(0));
  char* first;
  if (const cudaError_t error = locate(symbol, bytes, offset, &first)) return result(error);
  return cudaMemcpyAsync(first, from, bytes, kind, stream);
}

cudaError_t copy_from_symbol(void* to, Symbol symbol, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind) {
  const ApiCall call("cudaMemcpyFromSymbol", __builtin_return_address(0));
  char* first;
  if (const cudaError_t error = locate(symbol, bytes, offset, &first)) return result(error);
  return cudaMemcpy(to, first, bytes, kind);
}

cudaError_t copy_from_symbol(void* to, Symbol symbol, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream) {
  const ApiCall call("cudaMemcpyFromSymbolAsync", __builtin_return_address(0));
  char* first;
  if (const cudaError_t error = locate(symbol, bytes, offset, &first)) return result(error);
  return cudaMemcpyAsync(to, first, bytes, kind, stream);
}

cudaError_t symbol_address(void** pointer, Symbol symbol) {
  if (!is_device_pointer(symbol.address)) return result(cudaErrorInvalidSymbol);
  *pointer = const_cast<void*>(symbol.address);
  return cudaSuccess;
}

cudaError_t symbol_size(std::size_t* bytes, Symbol symbol) {
  if (!is_device_pointer(symbol.address)) return result(cudaErrorInvalidSymbol);
  *bytes = symbol.bytes;
  return cudaSuccess;
}

}  // namespace simt
