/// @file
/// @ingroup simt_simtcc
/// What all parts of one call of simtcc need.
#pragma once

#include "files.h"
#include "installation.h"
#include "options.h"

namespace simtcc {

struct Context {
  const Installation& installation;
  const Options& options;
  const TemporaryFolder& work;
};

}  // namespace simtcc
