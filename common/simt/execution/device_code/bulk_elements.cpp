#include "execution/device_code/bulk_elements.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "execution/device_code/bulk_rows.h"

namespace simt {
namespace {

constexpr const char* kOps[] = {"copy", "add", "min", "max", "inc", "dec", "and", "or", "xor"};
constexpr const char* kTypes[] = {"u32", "s32", "u64", "s64", "f16", "bf16", "f32", "f64"};

template <class T, class Word>
void update(void* to, const void* from, BulkOp op) {
  T value;
  std::memcpy(&value, from, sizeof value);
  auto* const word = static_cast<Word*>(to);
  Word old = __atomic_load_n(word, __ATOMIC_RELAXED), desired;
  do {
    const T before = __builtin_bit_cast(T, old);
    T after = value;
    switch (op) {
      case BulkOp::kAdd:
        if constexpr (sizeof(T) == 2) {
          after = T(static_cast<float>(before) + static_cast<float>(value));
        } else {
          after = before + value;
        }
        break;
      case BulkOp::kMin:
        after = before < value ? before : value;
        break;
      case BulkOp::kMax:
        after = value < before ? before : value;
        break;
      default:
        if constexpr (std::is_integral_v<T>) {
          after = op == BulkOp::kInc   ? (before >= value ? T{0} : T(before + 1))
                  : op == BulkOp::kDec ? (before == 0 || before > value ? value : T(before - 1))
                  : op == BulkOp::kAnd ? before & value
                  : op == BulkOp::kOr  ? before | value
                                       : before ^ value;
        }
    }
    desired = __builtin_bit_cast(Word, after);
  } while (
      !__atomic_compare_exchange_n(word, &old, desired, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
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
      return update<std::uint32_t, std::uint32_t>(to, from, op);
    case BulkType::kS32:
      return update<std::int32_t, std::uint32_t>(to, from, op);
    case BulkType::kU64:
      return update<std::uint64_t, std::uint64_t>(to, from, op);
    case BulkType::kS64:
      return update<std::int64_t, std::uint64_t>(to, from, op);
    case BulkType::kF16:
      return update<__half, std::uint16_t>(to, from, op);
    case BulkType::kBf16:
      return update<__nv_bfloat16, std::uint16_t>(to, from, op);
    case BulkType::kF32:
      return update<float, std::uint32_t>(to, from, op);
    case BulkType::kF64:
      return update<double, std::uint64_t>(to, from, op);
  }
}

}  // namespace simt
