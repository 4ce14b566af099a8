#include "execution/device_code/bulk_elements.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "execution/device_code/bulk_rows.h"
#include "execution/device_code/update_word.h"

namespace simt {
namespace {

constexpr const char* kOps[] = {"copy", "add", "min", "max", "inc", "dec", "and", "or", "xor"};
constexpr const char* kTypes[] = {"u32", "s32", "u64", "s64", "f16", "bf16", "f32", "f64"};

template <class T>
T combined(T before, T value, BulkOp op) {
  switch (op) {
    case BulkOp::kAdd:
      if constexpr (std::is_integral_v<T>) {  // which wraps around
        using Word = std::make_unsigned_t<T>;
        return static_cast<T>(static_cast<Word>(before) + static_cast<Word>(value));
      } else if constexpr (sizeof(T) == 2) {
        return T(static_cast<float>(before) + static_cast<float>(value));
      } else {
        return before + value;
      }
    case BulkOp::kMin:
      return before < value ? before : value;
    case BulkOp::kMax:
      return value < before ? before : value;
    default:
      if constexpr (std::is_integral_v<T>) {
        return op == BulkOp::kInc   ? (before >= value ? T{0} : T(before + 1))
               : op == BulkOp::kDec ? (before == 0 || before > value ? value : T(before - 1))
               : op == BulkOp::kAnd ? before & value
               : op == BulkOp::kOr  ? before | value
                                    : before ^ value;
      }
      return value;
  }
}

template <class T>
void update(void* to, const void* from, BulkOp op) {
  using Word = WordOf<T>;
  T value;
  std::memcpy(&value, from, sizeof value);
  update_word(static_cast<Word*>(to), [&](Word before) {
    return __builtin_bit_cast(Word, combined(__builtin_bit_cast(T, before), value, op));
  });
}

}  // namespace

std::size_t size_of(BulkType type) {
  switch (type) {
    case BulkType::kF16:
    case BulkType::kBf16:
      return 2;
    case BulkType::kU64:
    case BulkType::kS64:
    case BulkType::kF64:
      return 8;
    default:
      return 4;
  }
}

bool exists(BulkOp op, BulkType type) {
  const bool is_unsigned = type == BulkType::kU32 || type == BulkType::kU64;
  switch (op) {
    case BulkOp::kCopy:
    case BulkOp::kAdd:
      return true;
    case BulkOp::kMin:
    case BulkOp::kMax:
      return type != BulkType::kF32 && type != BulkType::kF64;
    case BulkOp::kInc:
    case BulkOp::kDec:
      return type == BulkType::kU32;
    default:
      return is_unsigned || type == BulkType::kS32 || type == BulkType::kS64;
  }
}

std::string name_of(BulkOp op, BulkType type) {
  return std::string(kOps[static_cast<unsigned>(op)]) + "." + kTypes[static_cast<unsigned>(type)];
}

void combine(void* to, const void* from, BulkOp op, BulkType type) {
  switch (type) {
    case BulkType::kU32:
      return update<std::uint32_t>(to, from, op);
    case BulkType::kS32:
      return update<std::int32_t>(to, from, op);
    case BulkType::kU64:
      return update<std::uint64_t>(to, from, op);
    case BulkType::kS64:
      return update<std::int64_t>(to, from, op);
    case BulkType::kF16:
      return update<__half>(to, from, op);
    case BulkType::kBf16:
      return update<__nv_bfloat16>(to, from, op);
    case BulkType::kF32:
      return update<float>(to, from, op);
    case BulkType::kF64:
      return update<double>(to, from, op);
  }
}

}  // namespace simt
