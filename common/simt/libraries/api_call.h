/// @file
/// @ingroup simt_libraries
/// What every function of a library begins with that reports may name.
#pragma once

#include "base/api_call.h"

/// The program is in this function, called from where it returns to.
#define SIMT_API_CALL const simt::ApiCall simt_api_call(__func__, __builtin_return_address(0))
