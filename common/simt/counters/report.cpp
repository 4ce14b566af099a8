#include "counters/report.h"

#include <cinttypes>
#include <cstdio>
#include <mutex>
#include <string>

#include "base/process.h"
#include "base/settings.h"
#include "counters/columns.h"
#include "counters/picture.h"
#include "counters/text_report.h"
#include "memory/pages.h"
#include "memory/written.h"
#include "simt_counters.h"

namespace simt {
namespace {

struct Totals {
  std::mutex mutex;
  Counters counters;
};
Totals& totals() { return process().part<Totals>(); }

struct Pictures {
  std::uint64_t launches = 0;  ///< with pictures; they come one after the other
};

std::uint64_t counted(const Site& site, const Column& column) {
  switch (column.what) {
    case Column::kRequests:
      return site.requests;
    case Column::kUnits:
      return site.units;
    case Column::kConflicts:
      return site.bank_conflicts();
    case Column::kBytes:
      return site.minimum;
    case Column::kElements:
      return site.lanes;
    case Column::kMasked:
      return site.masked;
  }
  return 0;
}

Counters count(const LaunchCounts& launch) {
  Counters c{};
  c.launches = 1;
  const bool is_tile = launch.config.is_tile;
  if (!is_tile) c.busiest_warp = launch.others.busiest_warp;
  c.tile_reductions = launch.others.tile_reductions;
  launch.sites.for_each([&](const Site& site) {
    const Access access = access_of(site.key);
    if (is_tile && !is_of_tiles(access)) return;
    if (access.op() == Op::kBlock) {
      c.issued += site.requests;
      c.active_lanes += site.lanes;
      return;
    }
    for_each_column([&](const Column& column) {
      if (column.space == access.space() && column.op == access.op())
        c.*column.value += counted(site, column);
    });
  });
  return c;
}

void add(Counters& to, const Counters& c) {
  to.launches += c.launches;
  to.active_lanes += c.active_lanes;
  to.issued += c.issued;
  to.busiest_warp += c.busiest_warp;
  to.tile_reductions += c.tile_reductions;
  for_each_column([&](const Column& column) { to.*column.value += c.*column.value; });
}

std::string csv_quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + "\"";
}

std::FILE* open_csv() {
  std::FILE* const file = std::fopen(settings().report_csv.c_str(), "w");
  if (file == nullptr) {
    std::fprintf(stderr, "simt: SIMT_REPORT: cannot write %s\n", settings().report_csv.c_str());
    end_process(2);
  }
  std::fputs("kernel,case,grid,block", file);
  for (const Column& column : kColumns) std::fprintf(file, ",%s", column.name);
  std::fputs(",active_lanes_percent", file);
  for (const Column& column : kTileColumns) std::fprintf(file, ",%s", column.name);
  std::fputc('\n', file);
  return file;
}

/// The first launch starts it anew.
struct CsvReport {
  std::FILE* const file = open_csv();
};

void write_csv(const LaunchConfig& config, const Counters& c) {
  std::FILE* const file = process().part<CsvReport>().file;
  const dim3& g = config.grid;
  const dim3& b = config.block;
  std::fprintf(file, "%s,,\"(%u, %u, %u)\",\"(%u, %u, %u)\"", csv_quoted(config.name).c_str(), g.x,
               g.y, g.z, b.x, b.y, b.z);
  for (const Column& column : kColumns) std::fprintf(file, ",%" PRIu64, c.*column.value);
  if (config.is_tile) {
    std::fputc(',', file);  // no claim about warps
  } else {
    std::fprintf(file, ",%.2f", active_percent(c.active_lanes, c.issued));
  }
  for (const Column& column : kTileColumns) {
    std::fputc(',', file);
    if (config.is_tile) std::fprintf(file, "%" PRIu64, c.*column.value);
  }
  std::fputc('\n', file);
  std::fflush(file);
}

}  // namespace

Counters counters() {
  Counters c;
  {
    const std::lock_guard lock(totals().mutex);
    c = totals().counters;
  }
  c.copied_bytes = copied_bytes();
  const PageMigrations moves = page_migrations();
  c.pages_to_device_by_fault = moves.to_device_by_fault;
  c.pages_to_host_by_fault = moves.to_host_by_fault;
  c.pages_to_device_by_prefetch = moves.to_device_by_prefetch;
  c.pages_to_host_by_prefetch = moves.to_host_by_prefetch;
  c.pages_in_place = moves.in_place;
  c.pages_between_devices = moves.between_devices;
  return c;
}

void count_launch(const LaunchCounts& launch) {
  const Counters c = count(launch);
  const std::lock_guard lock(totals().mutex);
  add(totals().counters, c);
}

void report_launch(const LaunchCounts& launch) {
  const Counters c = count(launch);
  if (!settings().report_csv.empty()) write_csv(launch.config, c);
  if (settings().report_text) write_text_report(launch, c);
  if (launch.trace != nullptr) write_trace(*launch.trace, launch.config);
  if (!settings().picture_folder.empty()) {
    write_pictures(launch.sites.samples(), launch.config.name,
                   ++process().part<Pictures>().launches);
  }
}

}  // namespace simt
