#include "memory/write_watch.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>

#include "base/process.h"

namespace simt {
namespace {

struct WriteRecord {
  WriterKind kind = WriterKind::kNobody;
  bool again = false;
  std::uint16_t thread = 0;  ///< x fastest
  std::uint32_t launch = 0, block = 0;
};
struct Watch {
  std::uintptr_t begin, end;
  std::size_t element_bytes;
  std::uint32_t first_launch;
  std::vector<WriteRecord> records;

  void record(std::uintptr_t from, std::uintptr_t to, const WriteRecord& by) {
    from = std::max(from, begin);
    to = std::min(to, end);
    if (from >= to) return;
    const std::size_t last = (to - 1 - begin) / element_bytes;
    for (std::size_t i = (from - begin) / element_bytes; i <= last; ++i) {
      const bool again = by.kind == WriterKind::kKernel && records[i].kind == by.kind &&
                         records[i].launch == by.launch;
      records[i] = by;
      records[i].again = again;
    }
  }
};
/// What warps load: a launch, its block, a warp of it.
struct LoadWatch {
  std::uintptr_t begin, end;
  std::uint32_t first_launch;
  std::map<std::tuple<std::uint32_t, std::uint32_t, unsigned>, std::uint64_t> bytes;
};
/// Extents of a launch.
struct Shape {
  dim3 grid, block;
  bool is_tile;
};

struct WriteWatch {
  std::mutex mutex;
  std::vector<Watch> watches;
  std::vector<LoadWatch> load_watches;
  std::vector<Shape> launches;

  std::uint32_t next_launch() const { return static_cast<std::uint32_t>(launches.size()); }
  void update() {
    load_watch_is_on = !load_watches.empty();
    write_watch_is_on = load_watch_is_on || !watches.empty();
  }
};
WriteWatch& write_watch() { return process().part<WriteWatch>(); }

template <class AnyWatch>
void remove(std::vector<AnyWatch>& watches, std::uintptr_t begin) {
  std::erase_if(watches, [=](const AnyWatch& watch) { return watch.begin == begin; });
  write_watch().update();
}

uint3 index_in(std::uint32_t number, const dim3& extent) {
  return {number % extent.x, number / extent.x % extent.y, number / extent.x / extent.y};
}

}  // namespace

std::uint32_t watched_launch(const LaunchConfig& config) {
  const std::lock_guard lock(write_watch().mutex);
  write_watch().launches.push_back({config.grid, config.block, config.is_tile});
  return static_cast<std::uint32_t>(write_watch().launches.size() - 1);
}

void record_writer(const WritingBlock& block, unsigned warp, unsigned count,
                   const std::uint64_t* addresses, const std::uint8_t* lane_of, unsigned bytes) {
  const std::lock_guard lock(write_watch().mutex);
  for (Watch& watch : write_watch().watches) {
    if (block.launch < watch.first_launch) continue;
    for (unsigned i = 0; i < count; ++i) {
      const auto thread = static_cast<std::uint16_t>(warp * 32 + lane_of[i]);
      watch.record(addresses[i], addresses[i] + bytes,
                   {WriterKind::kKernel, false, thread, block.launch, block.block});
    }
  }
}

void record_writer(const WritingBlock& block, unsigned thread, std::uintptr_t begin,
                   std::size_t bytes) {
  const std::lock_guard lock(write_watch().mutex);
  for (Watch& watch : write_watch().watches) {
    if (block.launch < watch.first_launch) continue;
    watch.record(begin, begin + bytes,
                 {WriterKind::kKernel, false, static_cast<std::uint16_t>(thread), block.launch,
                  block.block});
  }
}

void record_loads(const WritingBlock& block, unsigned warp, unsigned count,
                  const std::uint64_t* addresses, unsigned bytes) {
  const std::lock_guard lock(write_watch().mutex);
  for (LoadWatch& watch : write_watch().load_watches) {
    if (block.launch < watch.first_launch) continue;
    const auto lanes = std::count_if(addresses, addresses + count, [&](std::uint64_t address) {
      return address < watch.end && address + bytes > watch.begin;
    });
    if (lanes == 0) continue;
    watch.bytes[{block.launch, block.block, warp}] += static_cast<std::uint64_t>(lanes) * bytes;
  }
}

void record_loads(const WritingBlock& block, std::uintptr_t begin, std::size_t bytes) {
  const std::lock_guard lock(write_watch().mutex);
  for (LoadWatch& watch : write_watch().load_watches) {
    const std::uintptr_t from = std::max(begin, watch.begin),
                         to = std::min(begin + bytes, watch.end);
    if (block.launch < watch.first_launch || from >= to) continue;
    watch.bytes[{block.launch, block.block, 0}] += to - from;
  }
}

void record_writer(WriterKind kind, std::uintptr_t begin, std::size_t bytes) {
  const std::lock_guard lock(write_watch().mutex);
  for (Watch& watch : write_watch().watches) watch.record(begin, begin + bytes, {kind});
}

void watch_writers(const void* memory, std::size_t bytes, std::size_t element_bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::lock_guard lock(write_watch().mutex);
  remove(write_watch().watches, begin);
  write_watch().watches.push_back({begin, begin + bytes, element_bytes, write_watch().next_launch(),
                                   std::vector<WriteRecord>(bytes / element_bytes)});
  write_watch().update();
}

void watch_loads(const void* memory, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::lock_guard lock(write_watch().mutex);
  remove(write_watch().load_watches, begin);
  write_watch().load_watches.push_back({begin, begin + bytes, write_watch().next_launch(), {}});
  write_watch().update();
}

std::vector<WarpLoads> loads(const void* memory) {
  std::vector<WarpLoads> result;
  const std::lock_guard lock(write_watch().mutex);
  for (const LoadWatch& watch : write_watch().load_watches) {
    if (watch.begin != reinterpret_cast<std::uintptr_t>(memory)) continue;
    for (const auto& [who, bytes] : watch.bytes) {
      const auto [launch, block, warp] = who;
      result.push_back({launch - watch.first_launch,
                        index_in(block, write_watch().launches[launch].grid), warp, bytes});
    }
  }
  return result;
}

std::vector<Writer> writers(const void* memory) {
  std::vector<Writer> result;
  const std::lock_guard lock(write_watch().mutex);
  for (const Watch& watch : write_watch().watches) {
    if (watch.begin != reinterpret_cast<std::uintptr_t>(memory)) continue;
    for (const WriteRecord& record : watch.records) {
      Writer writer{record.kind};
      if (record.kind == WriterKind::kKernel) {
        const Shape& shape = write_watch().launches[record.launch];
        writer = {record.kind,
                  record.launch - watch.first_launch,
                  index_in(record.block, shape.grid),
                  index_in(record.thread, shape.block),
                  record.thread / 32u,
                  record.again,
                  shape.is_tile};
      }
      result.push_back(writer);
    }
  }
  return result;
}

void forget_writers() {
  const std::lock_guard lock(write_watch().mutex);
  for (Watch& watch : write_watch().watches) {
    watch.first_launch = write_watch().next_launch();
    std::fill(watch.records.begin(), watch.records.end(), WriteRecord());
  }
  for (LoadWatch& watch : write_watch().load_watches) {
    watch.first_launch = write_watch().next_launch();
    watch.bytes.clear();
  }
}

void stop_watching_writers(const void* memory) {
  const std::lock_guard lock(write_watch().mutex);
  remove(write_watch().watches, reinterpret_cast<std::uintptr_t>(memory));
}

void stop_watching_loads(const void* memory) {
  const std::lock_guard lock(write_watch().mutex);
  remove(write_watch().load_watches, reinterpret_cast<std::uintptr_t>(memory));
}

}  // namespace simt
