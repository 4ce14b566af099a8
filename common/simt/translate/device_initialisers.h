/// @file
/// @ingroup simt_translate
/// Variables of device code get their values when the program is compiled: no code runs for them before main.
#pragma once

#include <cstddef>
#include <vector>

#include "declaration.h"
#include "items.h"
#include "regions.h"
#include "source.h"

namespace translator {

/// Has g++ refuse an initialiser that it cannot compute. @param i  a token among the specifiers that may be replaced
void require_constant_initialiser(Source& source, const Declaration& declaration, std::size_t i);

/// Finds `inline` variables that other files have, too: with `-rdc=false` each file has device memory of its own.
void check_inline_variables(Source& source, const std::vector<Item>& items);

/// Finds what g++ takes: a constructor or destructor that does something, the address of a variable of the host, a
/// function of math.h.
void check_device_initialisers(Source& source, const std::vector<Item>& items,
                               const std::vector<Region>& regions);

}  // namespace translator
