/// @file
/// The device's work queue: one thread that runs what the host has issued, in order.
///
/// All streams share it. CUDA allows work of different streams to run at the same time; it does
/// not promise it.
#pragma once

#include <cstdint>
#include <functional>

namespace simt {

/// Position in the queue; everything up to it has to finish before a wait for it returns.
using Ticket = std::uint64_t;

Ticket submit(std::function<void()> work);
bool finished(Ticket ticket);
void wait_for(Ticket ticket);
/// Waits for everything that was submitted.
void drain();

}  // namespace simt
