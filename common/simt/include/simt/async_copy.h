/// @file
/// Asynchronous copies to shared memory: in flight until the program waits for them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt {

/// The caller's part in a copy by a group, as a batch of its own. @param alignment of both sides
/// (1, 2, 4, 8 or 16): 4 and more are the bytes that a thread moves at a time; below, the addresses
/// decide. @param rank the caller's among `group_size`.
void group_copy_async(void* to, const void* from, std::size_t bytes, unsigned alignment,
                      unsigned rank, unsigned group_size);
/// Copies as a part of the caller's open batch. @param alignment as above, but below 4 the widest words that both sides
/// and the size permit
void batch_copy_async(void* to, const void* from, std::size_t bytes, unsigned alignment,
                      unsigned rank, unsigned group_size);
/// Copies what a phase of an ArrivalCounter waits for.
void phase_copy_async(void* to, const void* from, std::size_t bytes, unsigned alignment,
                      unsigned rank, unsigned group_size, const void* counter, std::uint32_t phase);
/// Ends the caller's open batch.
void async_commit();
/// Stops a kernel whose copy of one thread has arguments that no GPU takes. @param function its name
void check_async_copy(const char* function, const void* to, const void* from, std::size_t bytes,
                      std::size_t zero_bytes);
/// Waits for the caller's batches, all but the `count` latest.
void async_wait_prior(unsigned count);

}  // namespace simt
