/// @file
/// @ingroup simt_counters
/// Pictures of requests: which sectors, or which banks, the lanes of one warp ask for.
///
/// With SIMT_PICTURE=folder, each access site of a launch gets an SVG of its first request in block
/// (0,0,0). The colours follow the reader's light or dark scheme.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/trace_event.h"

namespace simt {

/// One request of a warp, as it was replayed.
struct Sample {
  std::uint64_t key = 0;  ///< program counter and access; 0: none
  unsigned count = 0;     ///< lanes that took part
  std::uint8_t lanes[32];
  std::uint64_t addresses[32];
};

/// The picture of a global-memory request: its sectors, and which lane reads which part of them.
std::string draw_sectors(const Sample& sample, const std::string& title);
/// The picture of a shared-memory request: the 32 banks, and what each has to deliver one by one.
std::string draw_banks(const Sample& sample, const std::string& title);

/// Draws a launch's requests into the folder of SIMT_PICTURE: launch-kernel-file-line-what.svg, launches counted from
/// 1; a number after it where one line has several such accesses.
void write_pictures(std::vector<Sample> samples, const std::string& kernel, std::uint64_t launch);

}  // namespace simt
