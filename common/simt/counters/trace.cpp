#include "counters/trace.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <utility>

#include "base/address_map.h"
#include "base/process.h"
#include "base/settings.h"
#include "base/symbols.h"
#include "counters/sites.h"

namespace simt {
namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string member(const char* name, const std::string& value) {
  return ", \"" + std::string(name) + "\": " + value;
}

/// [2, 3], of what `number` makes of each element.
template <class Range, class Number>
std::string array(const Range& range, Number number) {
  std::string result;
  for (const auto& element : range) {
    result += (result.empty() ? "" : ", ") + std::to_string(number(element));
  }
  return "[" + result + "]";
}

std::string array(const dim3& size) {
  return array(std::vector{size.x, size.y, size.z}, [](unsigned n) { return n; });
}

const NamedMemory* find(const std::vector<NamedMemory>& memories, std::uintptr_t address) {
  const NamedMemory* best =
      nullptr;  // the one that begins last: an argument may point into an array
  for (const NamedMemory& memory : memories) {
    const bool is_there = address >= memory.begin && address < memory.end;
    if (is_there && (best == nullptr || memory.begin > best->begin)) best = &memory;
  }
  return best;
}

constexpr std::uintptr_t kLineBytes = 128;  // a cache line's, and those of a word from each bank

std::uintptr_t offset_in_window(std::uintptr_t address) {
  return (address - kSharedBase) % kSharedWindow;
}

}  // namespace

void ClusterTrace::add_shared(const char* name, std::uintptr_t offset, std::size_t bytes) {
  if (bytes == 0 || find(shared_, offset) != nullptr) return;
  shared_.push_back({name, offset, offset + bytes});
}

unsigned ClusterTrace::owner_of(std::uintptr_t address) const {
  unsigned rank = 0;
  while (rank < blocks_.size() && unmapped(address) - blocks_[rank].shared_base >= kSharedWindow) {
    ++rank;
  }
  return rank;
}

void ClusterTrace::mark_written(std::uintptr_t address, unsigned bytes) {
  const unsigned owner = owner_of(address);
  if (owner == blocks_.size()) return;
  const std::uintptr_t first = offset_in_window(address) / 4 * 4;
  for (std::uintptr_t word = first; word < first + bytes; word += 4) {
    blocks_[owner].written.insert(word);
  }
}

void ClusterTrace::request(unsigned rank, unsigned warp, std::uint64_t key, unsigned count,
                           const std::uint64_t* addresses, const std::uint8_t* lanes,
                           std::uint64_t units, std::uint64_t minimum) {
  const Access access = access_of(key);
  Step step{rank, blocks_[rank].phase, warp, nullptr, key, {}, {}, units, minimum, {}, {}};
  step.lanes.assign(lanes, lanes + count);
  for (unsigned i = 0; i < count; ++i) step.addresses.push_back(addresses[i] & kAddressMask);
  if (access.op() != Op::kLoad && is_any_shared(step.addresses[0])) {
    for (const std::uintptr_t address : step.addresses) mark_written(address, access.bytes());
  }
  steps_.push_back(std::move(step));
}

void ClusterTrace::shuffle(unsigned rank, const WarpShuffle& shuffle) {
  steps_.push_back({rank,
                    blocks_[rank].phase,
                    shuffle.warp,
                    shuffle.name,
                    event_key(0, shuffle.pc, Access::mask_query()),
                    {},
                    {},
                    0,
                    0,
                    shuffle.lanes,
                    {}});
}

void ClusterTrace::barrier(unsigned rank, const char* what) {
  Block& block = blocks_[rank];
  Step step{rank, block.phase, 0, what, 0, {}, {}, 0, 0, {}, {}};
  for (const std::uintptr_t word : block.written) {
    step.words[word] = *reinterpret_cast<const std::uint32_t*>(block.shared_base + word);
  }
  steps_.push_back(std::move(step));
  ++block.phase;
}

std::string ClusterTrace::request_text(const Step& step) const {
  const Access access = access_of(step.key);
  const bool is_shared = is_any_shared(step.addresses[0]);
  const auto place = [&](std::uintptr_t address) {
    return is_shared ? offset_in_window(address) : address;
  };
  const NamedMemory* const memory = find(is_shared ? shared_ : global_, place(step.addresses[0]));
  const std::uintptr_t begin = memory == nullptr ? 0 : memory->begin;
  std::string text = member("access", quoted(access_name(access))) +
                     member("line", quoted(source_line(pc_of(step.key)))) +
                     member("bytes", std::to_string(access.bytes()));
  if (memory != nullptr) text += member("memory", quoted(memory->name));
  if (access.space() == Space::kDistributed) {
    text += member("owners", array(step.addresses, [&](auto a) { return owner_of(a); }));
  }
  text += member("lanes", array(step.lanes, [](unsigned lane) { return lane; })) +
          member("offsets", array(step.addresses, [&](auto a) { return place(a) - begin; })) +
          member("start", std::to_string(begin % kLineBytes)) +
          member("units", std::to_string(step.units));
  if (access.space() == Space::kShared) text += member("least", std::to_string(step.minimum));
  return text;
}

std::string ClusterTrace::memory_text(const Step& step) const {
  std::string arrays;
  for (const NamedMemory& memory : shared_) {
    std::string words;
    for (const auto& [offset, value] : step.words) {
      if (offset < memory.begin || offset >= memory.end) continue;
      words += (words.empty() ? "" : ", ") + quoted(std::to_string(offset - memory.begin)) + ": " +
               std::to_string(value);
    }
    if (words.empty()) continue;
    arrays += (arrays.empty() ? "" : ", ") + quoted(memory.name) + ": {" + words + "}";
  }
  return "{" + arrays + "}";
}

std::string ClusterTrace::json(const LaunchConfig& config) const {
  std::string text = "{\"kernel\": " + quoted(config.name) +
                     member("line", quoted(launch_line(config))) +
                     member("grid", array(config.grid)) + member("block", array(config.block)) +
                     member("cluster", array(config.cluster)) + ",\n \"steps\": [";
  const char* separator = "\n";
  for (const Step& step : steps_) {
    text += separator + ("  {\"rank\": " + std::to_string(step.rank)) +
            member("phase", std::to_string(step.phase));
    separator = ",\n";
    if (!step.shuffled.empty()) {
      const auto of = [&](auto what) { return array(step.shuffled, what); };
      text += member("warp", std::to_string(step.warp)) + member("shuffle", quoted(step.what)) +
              member("line", quoted(source_line(pc_of(step.key)))) +
              member("lanes", of([](const ShuffledLane& s) { return unsigned{s.lane}; })) +
              member("sources", of([](const ShuffledLane& s) { return unsigned{s.source}; })) +
              member("given", of([](const ShuffledLane& s) { return s.given; })) +
              member("got", of([](const ShuffledLane& s) { return s.got; }));
    } else if (step.what != nullptr) {
      text += member("barrier", quoted(step.what)) + member("shared", memory_text(step));
    } else {
      text += member("warp", std::to_string(step.warp)) + request_text(step);
    }
    text += "}";
  }
  return text + "]}";
}

const char* text_of(BarrierKind kind) {
  switch (kind) {
    case BarrierKind::kBlock:
      return "block";
    case BarrierKind::kCluster:
      return "cluster";
    case BarrierKind::kGrid:
      return "grid";
    default:
      return "part";
  }
}

namespace {

struct TraceFile {
  std::ofstream file{settings().trace_file};
  bool has_launches = false;
};

}  // namespace

void write_trace(const ClusterTrace& trace, const LaunchConfig& config) {
  auto& [file, has_launches] = process().part<TraceFile>();
  static constexpr char kEnd[] = "\n]}\n";
  if (has_launches) {
    file.seekp(1 - static_cast<std::streamoff>(sizeof kEnd), std::ios::end);
    file << ",\n";
  } else {
    file << "{\"launches\": [\n";
    has_launches = true;
  }
  file << trace.json(config) << kEnd << std::flush;
  if (!file) {
    std::fprintf(stderr, "simt: SIMT_TRACE: cannot write %s\n", settings().trace_file.c_str());
  }
}

}  // namespace simt
