/// @file
/// @ingroup simt_execution
/// Launches are numbered as they are issued, and reported in that order, even if they run concurrently.
#pragma once

#include <cstdint>
#include <functional>

namespace simt {

/// The number of the launch that is issued now, from 1.
std::uint64_t next_launch_number();

/// Calls `report` when everything before launch `number` has been reported. Every number must come
/// once; `report` may be empty.
void report_in_order(std::uint64_t number, std::function<void()> report);

/// Calls it for one of several launches with this number; `report_in_order` says when there are no more.
void report_within(std::uint64_t number, std::function<void()> report);

}  // namespace simt
