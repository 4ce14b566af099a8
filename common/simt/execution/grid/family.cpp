#include "execution/grid/family.h"

#include <algorithm>
#include <cstddef>

namespace simt {

std::vector<Grid*> family_of(Grid& grid) {
  std::vector<Grid*> family, left{&grid};
  while (!left.empty()) {
    Grid& next = *left.back();
    left.pop_back();
    next.family.number = family.size();
    family.push_back(&next);
    std::sort(next.family.children.begin(), next.family.children.end(),
              [](const auto& a, const auto& b) { return a->family.origin < b->family.origin; });
    for (auto child = next.family.children.rbegin(); child != next.family.children.rend();
         ++child) {
      left.push_back(child->get());
    }
  }
  return family;
}

std::vector<FamilyGrid> checked_grids(const std::vector<Grid*>& family) {
  std::vector<FamilyGrid> grids;
  for (Grid* grid : family) {
    std::vector<std::size_t> children;
    for (const auto& child : grid->family.children) children.push_back(child->family.number);
    grids.push_back({grid->config, grid->block_count, grid->family.origin, std::move(children),
                     grid->checks, grid->results.accesses, grid->results.launching_blocks});
  }
  return grids;
}

}  // namespace simt
