// Tensor maps: what the driver refuses, and the model besides.
#include "memory/tensor_map.h"

#include <cstring>
#include <string>

#include "cuda.h"
#include "simt/bulk_copy.h"

#include "base/error.h"
#include "base/warning.h"

namespace simt {
namespace {

struct ElementType {
  unsigned bytes;  ///< 0: the model does not have it
  BulkType type;   ///< for reductions
  bool is_float;
};
constexpr ElementType kTypes[] = {
    {1, BulkType::kU32, false}, {2, BulkType::kU32, false}, {4, BulkType::kU32, false},
    {4, BulkType::kS32, false}, {8, BulkType::kU64, false}, {8, BulkType::kS64, false},
    {2, BulkType::kF16, true},  {4, BulkType::kF32, true},  {8, BulkType::kF64, true},
    {2, BulkType::kBf16, true}, {4, BulkType::kF32, true},  {4, BulkType::kF32, true},
    {4, BulkType::kF32, true},
};

/// Which of the arguments is refused, in words; empty if none is.
class Refusal {
 public:
  void unless(bool is_right, const std::string& what) {
    if (!is_right && text_.empty()) text_ = what;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string of_dimension(unsigned i) { return " of dimension " + std::to_string(i); }

CUresult refuse(const char* function, CUresult result, const std::string& why) {
  warn(std::string(function) + "() refuses its arguments: " + why + "\n");
  return result;
}

}  // namespace
}  // namespace simt

CUresult cuTensorMapEncodeTiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank,
                                void* address, const cuuint64_t* sizes, const cuuint64_t* strides,
                                const cuuint32_t* box, const cuuint32_t* steps,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
  using std::to_string;
  const char* const name = "cuTensorMapEncodeTiled";
  simt::Refusal refusal;
  const bool is_type = static_cast<unsigned>(type) < std::size(simt::kTypes);
  const simt::ElementType element = is_type ? simt::kTypes[type] : simt::ElementType{};
  refusal.unless(map != nullptr && reinterpret_cast<std::uintptr_t>(map) % 64 == 0,
                 "the map has to be aligned to 64 bytes");
  refusal.unless(rank >= 1 && rank <= 5,
                 "the tensor has " + to_string(rank) + " dimensions; there can be 1 to 5");
  refusal.unless(reinterpret_cast<std::uintptr_t>(address) % 16 == 0 && address != nullptr,
                 "the tensor's address has to be a multiple of 16");
  refusal.unless(
      sizes != nullptr && box != nullptr && steps != nullptr && (rank == 1 || strides != nullptr),
      "an array is null");
  refusal.unless(static_cast<unsigned>(type) <= CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B,
                 "there is no such type of elements");
  if (!refusal.text().empty()) return simt::refuse(name, CUDA_ERROR_INVALID_VALUE, refusal.text());
  for (unsigned i = 0; i < rank; ++i) {
    refusal.unless(sizes[i] > 0 && sizes[i] <= std::uint64_t{1} << 32,
                   "the size" + simt::of_dimension(i) + " is " + to_string(sizes[i]) +
                       "; it can be 1 to 2^32 elements");
    refusal.unless(box[i] > 0 && box[i] <= 256, "the box has " + to_string(box[i]) + " elements" +
                                                    simt::of_dimension(i) +
                                                    "; it can have 1 to 256");
    refusal.unless(steps[i] > 0 && steps[i] <= 8, "the step" + simt::of_dimension(i) + " is " +
                                                      to_string(steps[i]) + "; it can be 1 to 8");
    if (i + 1 == rank) break;
    refusal.unless(strides[i] % 16 == 0 && strides[i] < std::uint64_t{1} << 40,
                   "the stride" + simt::of_dimension(i + 1) + " is " + to_string(strides[i]) +
                       " bytes; it has to be a multiple of 16, and less than 2^40");
  }
  const std::uint64_t row = std::uint64_t{box[0]} * element.bytes;
  const unsigned span = swizzle == CU_TENSOR_MAP_SWIZZLE_NONE ? 0 : 16u << swizzle;
  if (is_type && interleave == CU_TENSOR_MAP_INTERLEAVE_NONE) {
    refusal.unless(row % 16 == 0, "a row of the box has " + to_string(row) +
                                      " bytes; they have to be a multiple of 16");
    refusal.unless(swizzle > CU_TENSOR_MAP_SWIZZLE_128B || span == 0 || row <= span,
                   "a row of the box has " + to_string(row) + " bytes, more than the " +
                       to_string(span) + " that are swizzled");
  }
  refusal.unless(fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE || element.is_float,
                 "only tensors of floating-point numbers are filled with NaN");
  if (!refusal.text().empty()) return simt::refuse(name, CUDA_ERROR_INVALID_VALUE, refusal.text());
  if (!is_type || interleave != CU_TENSOR_MAP_INTERLEAVE_NONE ||
      swizzle > CU_TENSOR_MAP_SWIZZLE_128B) {
    return simt::refuse(name, CUDA_ERROR_NOT_SUPPORTED,
                        "the CPU backend has tensors of whole bytes, not interleaved, and swizzles "
                        "of 32, 64 and 128 bytes in chunks of 16");
  }
  static_cast<void>(promotion);
  simt::TensorMap made{};
  made.mark = simt::TensorMap::kMark;
  made.address = reinterpret_cast<std::uintptr_t>(address);
  for (unsigned i = 0; i < rank; ++i) {
    made.sizes[i] = sizes[i];
    made.strides[i] = i == 0 ? element.bytes : strides[i - 1];
    made.steps[i] =
        i == 0 ? 1 : static_cast<std::uint8_t>(steps[i]);  // the hardware ignores that one
    made.box[i] = static_cast<std::uint16_t>((box[i] + made.steps[i] - 1) / made.steps[i]);
  }
  made.rank = static_cast<std::uint8_t>(rank);
  made.swizzle = static_cast<std::uint8_t>(span);
  made.type = static_cast<std::uint8_t>(element.type);
  made.fills_with_nan = fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
  *map = {};
  std::memcpy(map->opaque, &made, sizeof made);
  return CUDA_SUCCESS;
}

CUresult cuTensorMapReplaceAddress(CUtensorMap* map, void* address) {
  if (map == nullptr || address == nullptr || reinterpret_cast<std::uintptr_t>(address) % 16 != 0)
    return CUDA_ERROR_INVALID_VALUE;
  const std::uint64_t to = reinterpret_cast<std::uintptr_t>(address);
  std::memcpy(reinterpret_cast<char*>(map->opaque) + offsetof(simt::TensorMap, address), &to,
              sizeof to);
  return CUDA_SUCCESS;
}

namespace simt {
namespace {

struct EntryPoint {
  const char* name;
  void* function;
  unsigned since;  ///< version of CUDA
};

}  // namespace
}  // namespace simt

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned version,
                                             unsigned long long /*flags*/,
                                             cudaDriverEntryPointQueryResult* found) {
  if (symbol == nullptr || function == nullptr) return simt::result(cudaErrorInvalidValue);
  const simt::EntryPoint known[] = {
      {"cuTensorMapEncodeTiled", reinterpret_cast<void*>(&cuTensorMapEncodeTiled), 12000},
      {"cuTensorMapReplaceAddress", reinterpret_cast<void*>(&cuTensorMapReplaceAddress), 12000},
  };
  *function = nullptr;
  cudaDriverEntryPointQueryResult answer = cudaDriverEntryPointSymbolNotFound;
  for (const simt::EntryPoint& point : known) {
    if (std::strcmp(point.name, symbol) != 0) continue;
    const bool is_old = version < point.since;
    if (!is_old) *function = point.function;
    answer = is_old ? cudaDriverEntryPointVersionNotSufficent : cudaDriverEntryPointSuccess;
  }
  if (found != nullptr) *found = answer;
  if (answer == cudaDriverEntryPointSymbolNotFound) {
    simt::warn(
        std::string("cudaGetDriverEntryPointByVersion() is asked for ") + symbol +
        ": of the driver's functions, the CPU backend gives out cuTensorMapEncodeTiled() and "
        "cuTensorMapReplaceAddress()\n");
  }
  return cudaSuccess;
}
cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult* found) {
  return cudaGetDriverEntryPointByVersion(symbol, function, CUDART_VERSION, flags, found);
}
