// Copies from and to device variables.
#include <string>

#include "api/memory/copy.h"
#include "api/streams/stream.h"
#include "base/device.h"
#include "base/error.h"
#include "base/numbers.h"
#include "base/refusals.h"
#include "base/static_memory.h"
#include "base/symbols.h"
#include "cuda_runtime_api.h"
#include "memory/accessibility.h"
#include "memory/peers.h"
#include "operations/operation.h"

namespace simt {
namespace {

/// The runtime knows variables by where they begin: `table[1]` is none.
bool is_known(Symbol symbol) {
  const auto address = reinterpret_cast<std::uintptr_t>(symbol.address);
  return is_device_variable(symbol.address) && begins_variable(address);
}

/// What CUDA has names for, and why this is none.
cudaError_t refuse(Symbol symbol) {
  const std::string where = variable_position(symbol.address);
  return because(cudaErrorInvalidSymbol,
                 is_device_pointer(symbol.address)
                     ? "this is " + where +
                           ", and CUDA takes whole variables, by their names; where "
                           "in it a copy begins is the offset, in bytes"
                     : "this is " + where + ", and no __device__ or __constant__ variable");
}

/// Where a copy begins, and an error if it does not fit.
cudaError_t locate(Symbol symbol, std::size_t bytes, std::size_t offset, bool writes,
                   char** first) {
  if (!is_known(symbol)) return refuse(symbol);
  if (offset > symbol.bytes || bytes > symbol.bytes - offset) {
    return because(cudaErrorInvalidValue,
                   bytes_text(bytes) + " from " +
                       variable_position(static_cast<const char*>(symbol.address) + offset) +
                       ", which has " + std::to_string(symbol.bytes));
  }
  *first = static_cast<char*>(const_cast<void*>(symbol.address)) + offset;
  const std::string wrong = variable_of_devices(reinterpret_cast<std::uintptr_t>(*first),
                                                current_device_number(), writes);
  if (!wrong.empty()) return because(cudaErrorNotSupported, wrong);
  return cudaSuccess;
}

}  // namespace

cudaError_t copy_to_symbol(Symbol symbol, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind) {
  const ApiCall call("cudaMemcpyToSymbol", __builtin_return_address(0));
  char* first;
  if (const cudaError_t error = locate(symbol, bytes, offset, true, &first)) return result(error);
  return copy(first, from, bytes, kind, kind_fits(kind, first, from, bytes));
}

cudaError_t copy_to_symbol(Symbol symbol, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream) {
  const ApiCall call("cudaMemcpyToSymbolAsync", __builtin_return_address(0));
  char* first;
  if (const cudaError_t error = locate(symbol, bytes, offset, true, &first)) return result(error);
  return copy(first, from, bytes, kind, stream, kind_fits(kind, first, from, bytes));
}

cudaError_t copy_from_symbol(void* to, Symbol symbol, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind) {
  const ApiCall call("cudaMemcpyFromSymbol", __builtin_return_address(0));
  char* first;
  if (const cudaError_t error = locate(symbol, bytes, offset, false, &first)) return result(error);
  return copy(to, first, bytes, kind, kind_fits(kind, to, first, bytes));
}

cudaError_t copy_from_symbol(void* to, Symbol symbol, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream) {
  const ApiCall call("cudaMemcpyFromSymbolAsync", __builtin_return_address(0));
  char* first;
  if (const cudaError_t error = locate(symbol, bytes, offset, false, &first)) return result(error);
  return copy(to, first, bytes, kind, stream, kind_fits(kind, to, first, bytes));
}

cudaError_t symbol_address(void** pointer, Symbol symbol) {
  if (!is_known(symbol)) return result(cudaErrorInvalidSymbol);
  *pointer = const_cast<void*>(symbol.address);
  record_symbol_address(symbol.address, symbol.bytes);
  return cudaSuccess;
}

cudaError_t symbol_size(std::size_t* bytes, Symbol symbol) {
  if (!is_known(symbol)) return result(cudaErrorInvalidSymbol);
  *bytes = symbol.bytes;
  return cudaSuccess;
}

}  // namespace simt
