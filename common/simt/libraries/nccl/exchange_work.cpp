// What the calls of an exchange do: every rank's data are read in its stream, and its results written there, when all
// that they are made of has been read.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <type_traits>
#include <utility>

#include "api/streams/stream.h"
#include "api/work/state.h"
#include "base/api_call.h"
#include "base/device.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "libraries/nccl/call.h"
#include "libraries/operands.h"
#include "memory/peers.h"

namespace simt {
namespace {

using Kind = RankCall::Kind;
using Bytes = std::vector<char>;

/// A number of 16 bits; sums are rounded after each step.
template <int fraction>
struct Small {
  unsigned short bits;
  explicit Small(double value) : bits(encode<fraction>(value)) {}
  operator float() const { return decode<fraction>(bits); }
};
using Half = Small<10>;
using Bfloat = Small<7>;
template <class T>
constexpr bool kIsInteger = std::is_integral_v<T>;

template <class T>
T combine(ncclRedOp_t op, T a, T b) {
  if (op == ncclMax) return std::max(a, b);
  if (op == ncclMin) return std::min(a, b);
  if constexpr (kIsInteger<T>) {  // which wrap around
    using Word = std::make_unsigned_t<T>;
    const std::uint64_t x = static_cast<Word>(a), y = static_cast<Word>(b);
    return static_cast<T>(op == ncclProd ? x * y : x + y);
  } else {
    return op == ncclProd ? T(a * b) : T(a + b);
  }
}

/// Element by element, in the order of the ranks. An average of integers is a sum, divided; of others, a sum of parts.
template <class T>
Bytes reduce(const std::vector<Bytes>& data, ncclRedOp_t op) {
  const auto ranks = static_cast<int>(data.size());
  Bytes result(data[0].size());
  const auto element = [](const Bytes& from, std::size_t at) {
    T value(0);
    std::memcpy(static_cast<void*>(&value), &from[at], sizeof value);
    return value;
  };
  const auto part = [&](T value) {
    if constexpr (kIsInteger<T>) {
      return value;
    } else {
      return op == ncclAvg ? T(value * T(1.0 / ranks)) : value;
    }
  };
  for (std::size_t at = 0; at < result.size(); at += sizeof(T)) {
    T sum = part(element(data[0], at));
    for (std::size_t r = 1; r < data.size(); ++r) {
      sum = combine(op, sum, part(element(data[r], at)));
    }
    if constexpr (kIsInteger<T>) {
      if (op == ncclAvg) sum = static_cast<T>(sum / static_cast<T>(ranks));
    }
    std::memcpy(&result[at], static_cast<const void*>(&sum), sizeof sum);
  }
  return result;
}

Bytes reduce(const std::vector<Bytes>& data, const RankCall& call) {
  switch (call.type) {
    case ncclInt8:
      return reduce<std::int8_t>(data, call.op);
    case ncclUint8:
      return reduce<std::uint8_t>(data, call.op);
    case ncclInt32:
      return reduce<std::int32_t>(data, call.op);
    case ncclUint32:
      return reduce<std::uint32_t>(data, call.op);
    case ncclInt64:
      return reduce<std::int64_t>(data, call.op);
    case ncclUint64:
      return reduce<std::uint64_t>(data, call.op);
    case ncclFloat16:
      return reduce<Half>(data, call.op);
    case ncclFloat32:
      return reduce<float>(data, call.op);
    case ncclFloat64:
      return reduce<double>(data, call.op);
    default:
      return reduce<Bfloat>(data, call.op);
  }
}

/// What a rank sends to the next one in a ring, in bytes. NCCL chooses between this and other ways.
std::size_t sent_in_ring(const RankCall& call, int ranks) {
  const std::size_t size = size_of(call.type), all = static_cast<std::size_t>(ranks);
  // The array goes around in as many pieces as there are ranks.
  const auto piece = [&](int i) {
    const auto p = static_cast<std::size_t>(i) % all;
    return (call.count * (p + 1) / all - call.count * p / all) * size;
  };
  const int rank = call.rank();
  switch (call.kind) {
    case Kind::kAllReduce:
      return 2 * call.bytes() - piece(rank + 1) - piece(rank + 2);
    case Kind::kBroadcast:
      return (rank + 1) % ranks == call.peer ? 0 : call.bytes();
    case Kind::kReduce:
      return rank == call.peer ? 0 : call.bytes();
    default:
      return (all - 1) * call.bytes();
  }
}

void count_bytes(const Exchange& calls) {
  if (calls[0].is_message()) {
    return count_peer_transfer(calls[0].comm.device(), calls[1].comm.device(), calls[0].bytes());
  }
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const int next = calls[(i + 1) % calls.size()].comm.device();
    count_peer_transfer(calls[i].comm.device(), next,
                        sent_in_ring(calls[i], static_cast<int>(calls.size())));
  }
}

std::string shape(const RankCall& call, Range range) {
  return std::to_string(range.end - range.begin) + " bytes of rank " + std::to_string(call.rank());
}

}  // namespace

struct ExchangeWork::Shared {
  explicit Shared(Exchange all)
      : calls(std::move(all)), data(calls.size()), are_read(calls.size()) {}

  const Exchange calls;
  std::vector<Bytes> data;                             ///< that the calls read
  std::vector<std::shared_ptr<StreamEvent>> are_read;  ///< null: nothing is
  std::once_flag is_made;
  Bytes result;  ///< of all ranks, one after the other, or the same for all

  void make_result() {
    count_bytes(calls);
    if (calls[0].reduces()) {
      result = reduce(data, calls[0]);
    } else {
      for (const Bytes& part : data) result.insert(result.end(), part.begin(), part.end());
    }
  }
  bool is_complete() const {  // unless a read was stopped
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (data[i].size() != calls[i].read().end - calls[i].read().begin) return false;
    }
    return true;
  }
  void write(const RankCall& call) {
    if (!is_complete()) return;
    std::call_once(is_made, [this] { make_result(); });
    const std::size_t bytes = call.written().end - call.written().begin;
    const bool has_part = call.kind == Kind::kReduceScatter;
    const std::size_t first = has_part ? bytes * static_cast<std::size_t>(call.rank()) : 0;
    std::memcpy(call.receive, result.data() + first, bytes);
  }
};

ExchangeWork::ExchangeWork(Exchange exchange)
    : shared_(std::make_shared<Shared>(std::move(exchange))) {}

bool ExchangeWork::put_reads() {
  for (std::size_t i = 0; i < shared_->calls.size(); ++i) {
    const RankCall& call = shared_->calls[i];
    const Range range = call.read();
    if (range.begin == range.end) continue;
    const OnDevice on(call.comm.device());
    const ApiCall as(call.site.function, call.site.site, call.site.frame);
    std::vector<Operand> operands(1, Operand("sendbuff", Operand::Use::kRead));
    operands[0].add(call.send, range.end - range.begin).describe(shape(call, range));
    const auto read = [range, i, shared = shared_] {
      const auto* const begin = reinterpret_cast<const char*>(range.begin);
      shared->data[i].assign(begin, begin + (range.end - range.begin));
    };
    if (!put_library_call(call.stream, std::move(operands), read)) return false;
    shared_->are_read[i] = std::make_shared<StreamEvent>();
    enqueue_work(call.stream, RecordWork{shared_->are_read[i]});
  }
  return true;
}

bool ExchangeWork::put_writes() {
  for (const RankCall& call : shared_->calls) {
    const Range range = call.written();
    if (range.begin == range.end) continue;
    const OnDevice on(call.comm.device());
    const ApiCall as(call.site.function, call.site.site, call.site.frame);
    for (const std::shared_ptr<StreamEvent>& event : shared_->are_read) {
      if (event != nullptr) enqueue_work(call.stream, WaitWork{event});
    }
    std::vector<Operand> operands(1, Operand("recvbuff", Operand::Use::kWrite));
    operands[0].add(call.receive, range.end - range.begin).describe(shape(call, range));
    const auto write = [&call, shared = shared_] { shared->write(call); };
    if (!put_library_call(call.stream, std::move(operands), write)) return false;
  }
  return true;
}

}  // namespace simt
