/// @file
/// @ingroup simt_memory
/// Memory of graphs. Launches allocate it (`commit`) and free it, and it keeps its address.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt {

/// Device memory that is not there yet.
void* reserve_for_graph(std::size_t bytes, const void* site);
/// A launch allocates the memory and does not free it: that is left to the host.
void keep_after_launch(void* pointer);
bool is_kept_after_launch(const void* pointer);
/// A node has freed it. @param site where the node was made
void finish_release_in_graph(void* pointer, const void* site);
/// No launch will allocate it again.
void retire_graph_memory(void* pointer);
/// Whether there ever was any.
bool has_graph_memory();
/// Whether this is in memory of a graph that no launch has allocated, or that has been freed.
bool is_absent_graph_memory(std::uintptr_t address);

}  // namespace simt
