#include "counters/report.h"

#include <algorithm>
#include <cctype>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <vector>

#include "base/process.h"
#include "base/settings.h"
#include "base/symbols.h"
#include "base/trace_event.h"
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

/// A column of the CSV report: what accesses of one kind asked for.
struct Column {
  const char* name;
  std::uint64_t Counters::*value;
  Space space;
  Op op;
  enum { kRequests, kUnits, kConflicts, kBytes, kElements, kMasked } what;
};
constexpr Column kColumns[] = {
#define SIMT_COLUMNS(prefix, unit, space, op, what)                                    \
  {#prefix "_requests", &Counters::prefix##_requests, space, op, Column::kRequests}, { \
#prefix "_" #unit, &Counters::prefix##_##unit, space, op, Column::what             \
  }
    SIMT_COLUMNS(global_load, sectors, Space::kGlobal, Op::kLoad, kUnits),
    SIMT_COLUMNS(global_store, sectors, Space::kGlobal, Op::kStore, kUnits),
    SIMT_COLUMNS(shared_load, bank_conflicts, Space::kShared, Op::kLoad, kConflicts),
    SIMT_COLUMNS(shared_store, bank_conflicts, Space::kShared, Op::kStore, kConflicts),
    SIMT_COLUMNS(global_atomic, sectors, Space::kGlobal, Op::kAtomic, kUnits),
    SIMT_COLUMNS(shared_atomic, bank_conflicts, Space::kShared, Op::kAtomic, kConflicts),
    SIMT_COLUMNS(constant, addresses, Space::kConstant, Op::kLoad, kUnits),
    SIMT_COLUMNS(local_load, sectors, Space::kLocal, Op::kLoad, kUnits),
    SIMT_COLUMNS(local_store, sectors, Space::kLocal, Op::kStore, kUnits),
    SIMT_COLUMNS(distributed_load, sectors, Space::kDistributed, Op::kLoad, kUnits),
    SIMT_COLUMNS(distributed_store, sectors, Space::kDistributed, Op::kStore, kUnits),
    SIMT_COLUMNS(distributed_atomic, sectors, Space::kDistributed, Op::kAtomic, kUnits),
#undef SIMT_COLUMNS
    {"texture_requests", &Counters::texture_requests, Space::kTexture, Op::kLoad,
     Column::kRequests},
};

/// Columns of tile kernels, which stand behind the others.
constexpr Column kTileColumns[] = {
#define SIMT_COLUMN(name, op, what) \
  { #name, &Counters::name, Space::kTile, op, Column::what }
#define SIMT_COLUMNS(prefix, op)                                                          \
  SIMT_COLUMN(prefix##s, op, kRequests), SIMT_COLUMN(prefix##_elements, op, kElements),   \
      SIMT_COLUMN(prefix##_masked, op, kMasked), SIMT_COLUMN(prefix##_bytes, op, kBytes), \
      SIMT_COLUMN(prefix##_sectors, op, kUnits)
    SIMT_COLUMNS(tile_load, Op::kLoad),
    SIMT_COLUMNS(tile_store, Op::kStore),
    SIMT_COLUMNS(tile_atomic, Op::kAtomic),
#undef SIMT_COLUMNS
#undef SIMT_COLUMN
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

/// Whether it is counted in a tile kernel: its loads and stores of tiles, and those of single numbers. How many
/// instructions of which warps those are is the compiler's choice.
bool is_of_tiles(Access access) {
  if (access.space() == Space::kTile) return true;
  return access.space() == Space::kGlobal &&
         (access.op() == Op::kLoad || access.op() == Op::kStore) && !access.strong();
}

Counters count(const LaunchCounts& launch) {
  Counters c{};
  c.launches = 1;
  const bool is_tile = launch.config.is_tile;
  if (!is_tile) c.busiest_warp = launch.busiest_warp;
  c.tile_reductions = launch.tile_reductions;
  launch.sites.for_each([&](const Site& site) {
    const Access access = access_of(site.key);
    if (is_tile && !is_of_tiles(access)) return;
    if (access.op() == Op::kBlock) {
      c.issued += site.requests;
      c.active_lanes += site.lanes;
      return;
    }
    for (const Column& column : kColumns) {
      if (column.space == access.space() && column.op == access.op())
        c.*column.value += counted(site, column);
    }
    for (const Column& column : kTileColumns) {
      if (column.space == access.space() && column.op == access.op())
        c.*column.value += counted(site, column);
    }
  });
  return c;
}

void add(Counters& to, const Counters& c) {
  to.launches += c.launches;
  to.active_lanes += c.active_lanes;
  to.issued += c.issued;
  to.busiest_warp += c.busiest_warp;
  to.tile_reductions += c.tile_reductions;
  for (const Column& column : kColumns) to.*column.value += c.*column.value;
  for (const Column& column : kTileColumns) to.*column.value += c.*column.value;
}

double active_percent(std::uint64_t lanes, std::uint64_t issued) {
  return issued == 0 ? 0.0
                     : 100.0 * static_cast<double>(lanes) / (32.0 * static_cast<double>(issued));
}

// CSV ------------------------------------------------------------------------------------------

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

// Text -----------------------------------------------------------------------------------------

const char* unit(Space space) {
  switch (space) {
    case Space::kGlobal:
    case Space::kDistributed:
    case Space::kLocal:
      return "sectors";
    case Space::kShared:
      return "wavefronts";
    default:
      return "addresses";
  }
}

struct Row {
  std::uint64_t requests = 0, units = 0, minimum = 0, lanes = 0, masked = 0;
};

/// A line of source, so written that file.cu:9 is sorted before file.cu:10.
std::string sortable(const std::string& line) {
  const std::size_t colon = line.rfind(':');
  const std::string number = line.substr(colon + 1);
  return line.substr(0, colon + 1) + std::string(number.size() < 8 ? 8 - number.size() : 0, ' ') +
         number;
}

std::string line_text(std::string line) {
  const std::size_t number = line.rfind(':') + 1;
  return line.erase(number, line.find_first_not_of(' ', number) - number);
}

/// A source line may hold several accesses of one kind; they are shown as one row.
struct Rows {
  explicit Rows(const SiteTable& sites) {
    std::vector<const void*> pcs;
    sites.for_each([&](const Site& site) { pcs.push_back(pc_of(site.key)); });
    source_lines(pcs);  // one addr2line for all of them
    sites.for_each([&](const Site& site) { add(site); });
    for (const auto& [key, row] : accesses) widen(key.first);
    for (const auto& [line, row] : blocks) widen(line);
  }

  std::map<std::pair<std::string, int>, Row> accesses;  ///< by line, and kind_of()
  std::map<std::string, Row> blocks;
  int width = 5;  ///< of the lines

  static int kind_of(Access access) {
    return static_cast<int>(access.space()) * 4 + static_cast<int>(access.op());
  }
  static Access access_of_kind(int kind) {
    return {static_cast<Op>(kind % 4), static_cast<Space>(kind / 4), 0};
  }

 private:
  void add(const Site& site) {
    const Access access = access_of(site.key);
    const std::string line = sortable(source_line(pc_of(site.key)));
    Row& row =
        access.op() == Op::kBlock ? blocks[line] : accesses[std::pair(line, kind_of(access))];
    row.requests += site.requests;
    row.units += site.units;
    row.minimum += site.minimum;
    row.lanes += site.lanes;
    row.masked += site.masked;
  }
  void widen(const std::string& line) {
    width = std::max(width, static_cast<int>(line_text(line).size()));
  }
};

void write_rows(const Rows& rows) {
  for (const auto& [key, row] : rows.accesses) {
    const Access access = Rows::access_of_kind(key.second);
    const auto requests = static_cast<double>(row.requests);
    std::fprintf(stderr, "  %-*s  %-14s %12" PRIu64 " %12.2f", rows.width,
                 line_text(key.first).c_str(), access_name(access), row.requests,
                 static_cast<double>(row.lanes) / requests);
    if (access.space() == Space::kTexture) {
      std::fputc('\n', stderr);
      continue;
    }
    std::fprintf(stderr, " %12" PRIu64 " %12.2f %s", row.units,
                 static_cast<double>(row.units) / requests, unit(access.space()));
    if (access.space() == Space::kShared) {
      std::fprintf(stderr, ", %" PRIu64 " bank conflicts", row.units - row.minimum);
    }
    std::fputc('\n', stderr);
  }
  for (const auto& [line, row] : rows.blocks) {
    std::fprintf(stderr, "  %-*s  %-14s %12" PRIu64 " %12.2f\n", rows.width,
                 line_text(line).c_str(), "basic block", row.requests,
                 static_cast<double>(row.lanes) / static_cast<double>(row.requests));
  }
}

void write_totals(const Counters& c, int width) {
  for (const Column* column = kColumns; column + 1 < std::end(kColumns); column += 2) {
    const std::uint64_t requests = c.*column[0].value, units = c.*column[1].value;
    if (requests == 0) continue;
    std::fprintf(stderr, "  %-*s  %-14s %12" PRIu64 " %12s %12" PRIu64 " %12.2f %s\n", width,
                 "total", access_name(Access(column->op, column->space, 0)), requests, "", units,
                 static_cast<double>(units) / static_cast<double>(requests),
                 column[1].what == Column::kConflicts ? "bank conflicts" : unit(column->space));
  }
  std::fprintf(
      stderr, "  %-*s  %-14s %12" PRIu64 " %12.2f active lanes (%.1f %%)\n", width, "total",
      "basic block", c.issued,
      c.issued == 0 ? 0.0 : static_cast<double>(c.active_lanes) / static_cast<double>(c.issued),
      active_percent(c.active_lanes, c.issued));
}

/// Of a tile kernel. A load or store of a single number is a row with one element.
void write_tiles(const LaunchConfig& config, const Rows& rows) {
  const dim3& g = config.grid;
  int width = 5;
  for (const auto& [key, row] : rows.accesses) {
    if (is_of_tiles(Rows::access_of_kind(key.second)))
      width = std::max(width, static_cast<int>(line_text(key.first).size()));
  }
  std::fprintf(stderr, "simt: %s, grid (%u,%u,%u) of tile blocks, launched at %s\n", config.name,
               g.x, g.y, g.z, launch_line(config).c_str());
  std::fprintf(stderr, "  %-*s  %-14s %12s %14s %12s %14s %12s\n", width, "line", "access", "times",
               "elements each", "masked each", "at least bytes", "sectors");
  for (const auto& [key, row] : rows.accesses) {
    const Access access = Rows::access_of_kind(key.second);
    if (!is_of_tiles(access)) continue;
    const auto times = static_cast<double>(row.requests);
    std::fprintf(stderr, "  %-*s  %-14s %12" PRIu64 " %14.2f %12.2f", width,
                 line_text(key.first).c_str(), access_name(access), row.requests,
                 static_cast<double>(row.lanes) / times, static_cast<double>(row.masked) / times);
    if (access.space() == Space::kTile) {
      std::fprintf(stderr, " %14" PRIu64 " %12" PRIu64 "\n", row.minimum, row.units);
    } else {
      std::fprintf(stderr, " %14s %12" PRIu64 "\n", "", row.units);
    }
  }
}

void write_text(const LaunchCounts& launch, const Counters& c) {
  const LaunchConfig& config = launch.config;
  const Rows rows(launch.sites);
  if (config.is_tile) return write_tiles(config, rows);
  const dim3 &g = config.grid, &b = config.block;
  std::fprintf(stderr, "simt: %s, grid (%u,%u,%u), block (%u,%u,%u), launched at %s\n", config.name,
               g.x, g.y, g.z, b.x, b.y, b.z, launch_line(config).c_str());
  std::fprintf(stderr, "  %-*s  %-14s %12s %12s %12s %12s\n", rows.width, "line", "access",
               "requests", "lanes each", "fetched", "each");
  write_rows(rows);
  write_totals(c, rows.width);
}

// Pictures -------------------------------------------------------------------------------------

/// What a file name can hold of `text`.
std::string file_part(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
    if (plain) {
      result += c;
    } else if (!result.empty() && result.back() != '-') {
      result += '-';
    }
  }
  while (!result.empty() && result.back() == '-') result.pop_back();
  return result;
}

/// launch-kernel-file-line-what.svg, launches counted from 1; a number after it where one line has
/// several such accesses.
void write_pictures(const LaunchCounts& launch, std::uint64_t number) {
  std::vector<Sample> samples = launch.sites.samples();
  std::sort(samples.begin(), samples.end(),
            [](const Sample& a, const Sample& b) { return a.key < b.key; });
  std::map<std::string, int> names;
  for (const Sample& sample : samples) {
    const Access access = access_of(sample.key);
    if (access.space() != Space::kGlobal && access.space() != Space::kShared) continue;
    const std::string line = source_line(pc_of(sample.key));
    const std::string short_line = line.substr(line.rfind('/') + 1);
    std::string name = file_part(std::to_string(number) + "-" + launch.config.name + "-" +
                                 short_line + "-" + access_name(access));
    if (const int times = ++names[name]; times > 1) name += "-" + std::to_string(times);
    const std::string path = settings().picture_folder + "/" + name + ".svg";
    const std::string title =
        std::string(launch.config.name) + ", " + short_line + ", " + access_name(access);
    std::ofstream file(path);
    file << (access.space() == Space::kShared ? draw_banks(sample, title)
                                              : draw_sectors(sample, title));
    if (!file) std::fprintf(stderr, "simt: SIMT_PICTURE: cannot write %s\n", path.c_str());
  }
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

namespace {

struct Pictures {
  std::uint64_t launches = 0;  ///< with pictures; they come one after the other
};

}  // namespace

void report_launch(const LaunchCounts& launch) {
  const Counters c = count(launch);
  if (!settings().report_csv.empty()) write_csv(launch.config, c);
  if (settings().report_text) write_text(launch, c);
  if (launch.trace != nullptr) write_trace(*launch.trace, launch.config);
  if (!settings().picture_folder.empty()) {
    write_pictures(launch, ++process().part<Pictures>().launches);
  }
}

}  // namespace simt
