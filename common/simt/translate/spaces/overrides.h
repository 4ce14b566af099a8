/// @file
/// @ingroup simt_translate
/// Virtual functions: what overrides one runs where that one runs.
#pragma once

#include <vector>

#include "items.h"
#include "source.h"

namespace translator {

void check_overrides(Source& source, const std::vector<Item>& items);

}  // namespace translator
