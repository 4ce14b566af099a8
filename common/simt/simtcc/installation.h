/// @file
/// @ingroup simt_simtcc
/// Where simtcc finds what it needs: the library, the headers, g++, CCCL.
#pragma once

#include <string>

#include "words.h"

namespace simtcc {

struct Installation {
  std::string library;      ///< libsimt.a
  std::string include_dir;  ///< what a .cu file includes
  std::string cccl_dir;     ///< thrust, CUB and libcu++; empty if there are none
  Words launcher;           ///< what calls the compiler when it compiles: ccache, or nothing
  std::string compiler;     ///< a g++
  Words link_options;
};

/// In the build, CMake has said where everything is. An installed simtcc, in PREFIX/bin, has headers and library
/// in PREFIX/lib/simt. SIMT_CXX and SIMT_CCCL of the environment go before both.
/// @throw Failure if SIMT_CXX names no g++ that will do
Installation find_installation();

/// @param command the compiler, and in front of it what launches it: `ccache g++`
void set_compiler(Installation& installation, const std::string& command);

/// Only g++ puts its hooks in before it optimises, one per access of the source.
/// @param macros what `compiler -dM -E` prints; nothing if it cannot be run
/// @return why it will not do, or nothing
std::string why_no_compiler(const std::string& compiler, const std::string& macros);

}  // namespace simtcc
