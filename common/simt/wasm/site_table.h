/// @file
/// @ingroup simt_base
/// What number_sites adds to a file's LLVM IR. A site has the address of its entry in an array; sites of a function are
/// neighbours in it, in the order of the function's basic blocks.
#pragma once

namespace simt {

/// A line, and the call in whose place it stands if its function is inlined.
struct SiteFrame {
  const char* function;  ///< as it is called in the source
  const char* file;
  unsigned line;
  const SiteFrame* caller;
};

using Site = const SiteFrame*;

/// The sites of a function.
struct SiteFunction {
  const char* name;  ///< mangled
  const Site* begin;
  const Site* end;
  const void* pointer;  ///< to the function; null: nobody asks for it
  bool is_local;
};

struct SiteVariable {
  const char* name;  ///< mangled
  const void* address;
  unsigned bytes;
};

/// Of a source file: one entry of the section simt_files.
struct SiteFile {
  const SiteFunction* functions;
  unsigned function_count;
  const SiteVariable* variables;
  unsigned variable_count;
};

}  // namespace simt
