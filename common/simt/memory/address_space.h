/// @file
/// @ingroup simt_memory
/// Reserves the addresses of the model's memories (base/address_map.h).
#pragma once

namespace simt {

/// Reserves the address map, the first time it is called.
void reserve_address_map();

}  // namespace simt
