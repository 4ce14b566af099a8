// What the two files of the test of access paths share.
#pragma once

#include <string>

/// Checks, records and does an access of the calling thread, on the fast path or on the slow one.
__device__ void access_by(bool is_fast, bool stores, unsigned bytes, void* at);

/// Makes the device usable again when a kernel has failed, which CUDA's cudaDeviceReset does not.
void revive_device();

/// The requests since the last call, a line each.
std::string take_requests();
