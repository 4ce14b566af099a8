#include "counters/text_report.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/symbols.h"
#include "counters/columns.h"

namespace simt {
namespace {

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
struct RowsByLine {
  explicit RowsByLine(const SiteTable& sites) {
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

void write_rows(const RowsByLine& rows) {
  for (const auto& [key, row] : rows.accesses) {
    const Access access = RowsByLine::access_of_kind(key.second);
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

/// Whether columns are pairs of requests and what they cost, but for the last one: textures cost nothing.
constexpr bool are_in_pairs() {
  const Column* column = kColumns;
  for (; std::end(kColumns) - column > 1; column += 2) {
    if (column[0].space != column[1].space || column[0].op != column[1].op) return false;
    if (column[0].what != Column::kRequests || column[1].what == Column::kRequests) return false;
  }
  return std::end(kColumns) - column == 1 && column->space == Space::kTexture;
}

void write_totals(const Counters& c, int width) {
  static_assert(are_in_pairs());
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
void write_tiles(const LaunchConfig& config, const RowsByLine& rows) {
  const dim3& g = config.grid;
  int width = 5;
  for (const auto& [key, row] : rows.accesses) {
    if (is_of_tiles(RowsByLine::access_of_kind(key.second)))
      width = std::max(width, static_cast<int>(line_text(key.first).size()));
  }
  std::fprintf(stderr, "simt: %s, grid (%u,%u,%u) of tile blocks, launched at %s\n", config.name,
               g.x, g.y, g.z, launch_line(config).c_str());
  std::fprintf(stderr, "  %-*s  %-14s %12s %14s %12s %14s %12s\n", width, "line", "access", "times",
               "elements each", "masked each", "at least bytes", "sectors");
  for (const auto& [key, row] : rows.accesses) {
    const Access access = RowsByLine::access_of_kind(key.second);
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

}  // namespace

void write_text_report(const LaunchCounts& launch, const Counters& c) {
  const LaunchConfig& config = launch.config;
  const RowsByLine rows(launch.sites);
  if (config.is_tile) return write_tiles(config, rows);
  const dim3 &g = config.grid, &b = config.block;
  std::fprintf(stderr, "simt: %s, grid (%u,%u,%u), block (%u,%u,%u), launched at %s\n", config.name,
               g.x, g.y, g.z, b.x, b.y, b.z, launch_line(config).c_str());
  std::fprintf(stderr, "  %-*s  %-14s %12s %12s %12s %12s\n", rows.width, "line", "access",
               "requests", "lanes each", "fetched", "each");
  write_rows(rows);
  write_totals(c, rows.width);
}

}  // namespace simt
