/// @file
/// @ingroup simt_execution
/// What the launches of a program look like: a tree of text, and a picture of it. Launches of one parent that
/// are alike, with all that they have launched, are one line with their number.
#pragma once

#include <string>
#include <vector>

#include "simt_launches.h"

namespace simt {

/// A line for each launch, below its parent's.
std::string launch_tree(const std::vector<LaunchNode>& nodes);
/// An SVG: a box for each line of the tree, coloured by stream; dashed arrows lead to what waits.
std::string draw_launches(const std::vector<LaunchNode>& nodes);

}  // namespace simt
