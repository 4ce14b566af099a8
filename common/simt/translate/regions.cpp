#include "regions.h"

#include <algorithm>

#include "declaration.h"

namespace translator {
namespace {

bool has_discarded_code(const Source& source, std::size_t open, std::size_t close) {
  for (std::size_t i = open; i < close; ++i) {
    if (source[i] == "if" && is_any_of(source[i + 1], {"constexpr", "consteval"})) return true;
  }
  return false;
}

/// The body of the lambda or function with the qualifier at token `i`, or kNone.
std::size_t body_behind(const Source& source, std::size_t i, std::size_t end) {
  for (++i; i < end; ++i) {
    const std::string_view token = source[i];
    if (token == "{") return source.closing(i) == kNone ? kNone : i;
    if (is_any_of(token, {";", "}", ")", "]", "=", ","})) return kNone;
    if (is_any_of(token, {"(", "["})) {
      i = source.closing(i);
      if (i == kNone) return kNone;
    }
  }
  return kNone;
}

/// Adds what is inside of the tokens (first, last).
void add_inner(const Source& source, std::size_t first, std::size_t last, bool is_template,
               std::vector<Region>& regions) {
  for (std::size_t i = first; i < last; ++i) {
    if (!is_any_of(source[i], {"__device__", "__host__"})) continue;
    const std::size_t open = body_behind(source, i, last);
    if (open == kNone) continue;
    const bool has_pair = is_any_of(source[i + 1], {"__device__", "__host__"});
    const Runs runs = runs_of(source, i, i + (has_pair ? 2 : 1));
    if (!regions.empty() && regions.back().open == open) {  // the second of two qualifiers
      regions.back().runs.on_host |= runs.on_host;
      regions.back().runs.on_device |= runs.on_device;
    } else {
      regions.push_back({open, source.closing(open), runs, is_template,
                         has_discarded_code(source, open, source.closing(open))});
    }
  }
}

void add(const Source& source, const std::vector<Item>& items, bool is_template,
         std::vector<Region>& regions) {
  for (const Item& item : items) {
    const bool is_one = is_template || source[item.first] == "template";
    if (item.kind == Item::kNamespace || item.kind == Item::kClass) {
      add(source, item.items, is_one, regions);
    } else if (item.kind == Item::kFunction) {
      bool is_generic = is_one;  // f(auto x)
      for (std::size_t i = item.parameters; i < item.open; ++i) is_generic |= source[i] == "auto";
      regions.push_back({item.open, item.close, runs_of(source, item.first, item.parameters),
                         is_generic, has_discarded_code(source, item.open, item.close)});
      add_inner(source, item.open + 1, item.close, is_generic, regions);
    } else {
      add_inner(source, item.first, item.end, is_one, regions);
    }
  }
}

}  // namespace

Runs runs_of(const Source& source, std::size_t first, std::size_t last) {
  Runs runs;
  for (std::size_t i = first; i < last; ++i) {
    runs.on_host |= source[i] == "__host__";
    runs.on_device |= is_any_of(source[i], {"__device__", "__global__"});
  }
  runs.on_host |= !runs.on_device;
  return runs;
}

std::vector<Region> find_regions(const Source& source, const std::vector<Item>& items) {
  std::vector<Region> regions;
  add(source, items, false, regions);
  std::stable_sort(regions.begin(), regions.end(),
                   [](const Region& a, const Region& b) { return a.open < b.open; });
  return regions;
}

std::size_t region_at(const std::vector<Region>& regions, std::size_t i) {
  const auto found =
      std::lower_bound(regions.begin(), regions.end(), i,
                       [](const Region& region, std::size_t token) { return region.open < token; });
  return found != regions.end() && found->open == i
             ? static_cast<std::size_t>(found - regions.begin())
             : kNone;
}

}  // namespace translator
