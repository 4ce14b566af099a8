// Which calls of a group belong together, and what is wrong with them.
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/symbols.h"
#include "libraries/nccl/call.h"

namespace simt {
namespace {

using Kind = RankCall::Kind;

constexpr const char* kOps[] = {"ncclSum", "ncclProd", "ncclMax", "ncclMin", "ncclAvg"};
struct Type {
  const char* name;
  std::size_t bytes;
};
constexpr Type kTypes[] = {  // in the order of ncclDataType_t
    {"ncclInt8", 1},    {"ncclUint8", 1},   {"ncclInt32", 4},   {"ncclUint32", 4},
    {"ncclInt64", 8},   {"ncclUint64", 8},  {"ncclFloat16", 2}, {"ncclFloat32", 4},
    {"ncclFloat64", 8}, {"ncclBfloat16", 2}};

std::string called(const RankCall& call) { return std::string(call.site.function) + "()"; }

/// In which the two are not what calls that belong together have to be; null: they fit.
const char* difference(const RankCall& a, const RankCall& b) {
  if (a.kind != b.kind && !a.is_message()) return "they call different functions";
  if (a.count != b.count) return "the counts differ";
  if (a.type != b.type) return "the types differ";
  if (a.is_message()) return nullptr;
  if (a.reduces() && a.op != b.op) return "the operations differ";
  return a.peer != b.peer ? "the roots differ" : nullptr;
}

std::string difference_report(const RankCall& a, const RankCall& b, const char* what) {
  return std::string("simt: ranks of a communicator do not agree: ") + what + "\n  " + a.text() +
         "\n  " + b.text() + "\n  advice  " +
         (a.is_message()
              ? "a message has as many elements of the same type on both sides"
              : "all ranks make the same calls in the same order; on a GPU they would wait for "
                "each other, or mix up their data") +
         "\n";
}

std::string unjoined_report(const RankCall& call, const std::string& missing) {
  return "simt: " + called(call) + " waits for a call that is not made: " + missing + "\n  " +
         call.text() +
         "\n  advice  a host thread makes the calls of all ranks between one ncclGroupStart() and "
         "its ncclGroupEnd(): outside of a group a call is alone, and on a GPU it may wait for the "
         "others forever\n";
}

/// The collectives of a rank, in its order.
std::vector<RankCall> collectives_of(const std::vector<RankCall>& calls, const Clique& clique,
                                     int rank) {
  std::vector<RankCall> own;
  std::copy_if(calls.begin(), calls.end(), std::back_inserter(own), [&](const RankCall& call) {
    return call.comm.clique.get() == &clique && call.rank() == rank && !call.is_message();
  });
  return own;
}

std::string match_collectives(const std::vector<RankCall>& calls, const Clique& clique,
                              std::vector<Exchange>& exchanges) {
  std::vector<std::vector<RankCall>> of_ranks;
  for (int rank = 0; rank < clique.size(); ++rank) {
    of_ranks.push_back(collectives_of(calls, clique, rank));
  }
  const auto longest =
      std::max_element(of_ranks.begin(), of_ranks.end(),
                       [](const auto& a, const auto& b) { return a.size() < b.size(); });
  for (std::size_t i = 0; i < longest->size(); ++i) {
    Exchange exchange;
    for (const auto& own : of_ranks) {
      if (i >= own.size()) {
        const auto rank = std::to_string(&own - of_ranks.data());
        return unjoined_report((*longest)[i], "rank " + rank + " makes " +
                                                  std::to_string(own.size()) + " in this group");
      }
      exchange.push_back(own[i]);
      const char* const what = difference(exchange.front(), own[i]);
      if (what != nullptr) return difference_report(exchange.front(), own[i], what);
    }
    exchanges.push_back(std::move(exchange));
  }
  return "";
}

/// The n-th message from one rank to another is received by the n-th call that waits for one.
std::string match_messages(const std::vector<RankCall>& calls, std::vector<Exchange>& exchanges) {
  std::vector<bool> is_matched(calls.size());
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const RankCall& call = calls[i];
    if (!call.is_message() || is_matched[i]) continue;
    const bool sends = call.kind == Kind::kSend;
    const auto fits = [&](const RankCall& other) {
      return other.kind == (sends ? Kind::kReceive : Kind::kSend) &&
             other.comm.clique == call.comm.clique && other.rank() == call.peer &&
             other.peer == call.rank() && !is_matched[static_cast<std::size_t>(&other - &calls[0])];
    };
    const auto other = std::find_if(calls.begin(), calls.end(), fits);
    if (other == calls.end()) {
      return unjoined_report(call, "rank " + std::to_string(call.peer) +
                                       (sends ? " does not receive from " : " sends nothing to ") +
                                       std::to_string(call.rank()) + " in this group");
    }
    is_matched[i] = is_matched[static_cast<std::size_t>(other - calls.begin())] = true;
    const RankCall &from = sends ? call : *other, &to = sends ? *other : call;
    if (const char* what = difference(from, to)) return difference_report(from, to, what);
    exchanges.push_back({from, to});
  }
  return "";
}

bool overlap(Range a, Range b) { return a.begin < b.end && b.begin < a.end; }

/// Whether the call's result may be where its own data are: only as a whole, or at the rank's own place.
bool is_in_place(const RankCall& call) {
  const std::uintptr_t offset = call.bytes() * static_cast<std::size_t>(call.rank());
  const std::uintptr_t read = call.read().begin, written = call.written().begin;
  if (call.kind == Kind::kAllGather) return read == written + offset;
  if (call.kind == Kind::kReduceScatter) return written == read + offset;
  return read == written;
}

/// Calls of a group run at the same time.
std::string overlap_report(const std::vector<RankCall>& calls) {
  for (const RankCall& a : calls) {
    if (overlap(a.read(), a.written()) && !is_in_place(a)) {
      return "simt: " + called(a) + " receives where it sends from\n  " + a.text() +
             "\n  advice  the two may be the same array, in ncclAllGather and ncclReduceScatter "
             "with the rank's own part at its place in the whole; else they must not overlap\n";
    }
    for (const RankCall& b : calls) {
      if (&a == &b ||
          !(overlap(a.written(), b.read()) || (&a < &b && overlap(a.written(), b.written())))) {
        continue;
      }
      return "simt: calls of one group use the same memory, and one of them writes it\n  " +
             a.text() + "\n  " + b.text() +
             "\n  advice  what is in a group runs at the same time: end the group between the "
             "two\n";
    }
  }
  return "";
}

}  // namespace

std::size_t size_of(ncclDataType_t type) {
  return type >= ncclInt8 && type <= ncclBfloat16 ? kTypes[type].bytes : 0;
}

std::size_t RankCall::bytes() const { return count * size_of(type); }

Range RankCall::read() const {
  const bool is_other = kind == Kind::kBroadcast && rank() != peer;
  const auto begin = reinterpret_cast<std::uintptr_t>(send);
  const int parts = kind == Kind::kReceive || is_other ? 0
                    : kind == Kind::kReduceScatter     ? comm.clique->size()
                                                       : 1;
  return {begin, begin + bytes() * static_cast<std::size_t>(parts)};
}

Range RankCall::written() const {
  const bool is_other = kind == Kind::kReduce && rank() != peer;
  const auto begin = reinterpret_cast<std::uintptr_t>(receive);
  const int parts = kind == Kind::kSend || is_other ? 0
                    : kind == Kind::kAllGather      ? comm.clique->size()
                                                    : 1;
  return {begin, begin + bytes() * static_cast<std::size_t>(parts)};
}

std::string RankCall::text() const {
  std::string text = "rank " + std::to_string(rank()) + "  " + called(*this) + " at " +
                     source_line(site.site) + ": " + std::to_string(count) + " " +
                     kTypes[type].name;
  if (reduces()) text += std::string(", ") + kOps[op];
  if (kind == Kind::kBroadcast || kind == Kind::kReduce) text += ", root " + std::to_string(peer);
  if (kind == Kind::kSend) text += " to rank " + std::to_string(peer);
  if (kind == Kind::kReceive) text += " from rank " + std::to_string(peer);
  return text;
}

std::vector<Exchange> match(const std::vector<RankCall>& calls, std::string& report) {
  std::vector<Exchange> exchanges;
  std::vector<const Clique*> seen;
  for (const RankCall& call : calls) {
    const Clique* const clique = call.comm.clique.get();
    if (call.is_message() || std::find(seen.begin(), seen.end(), clique) != seen.end()) continue;
    seen.push_back(clique);
    report = match_collectives(calls, *clique, exchanges);
    if (!report.empty()) return {};
  }
  report = match_messages(calls, exchanges);
  if (report.empty()) report = overlap_report(calls);
  return exchanges;
}

}  // namespace simt
