#include "diagnostic.h"

#include <cstdio>

namespace translator {

bool print(const std::vector<Diagnostic>& diagnostics) {
  bool has_errors = false;
  for (const Diagnostic& one : diagnostics) {
    std::fprintf(stderr, "%s:%d: %s: %s\n", one.file.c_str(), one.line,
                 one.is_warning ? "warning" : "error", one.message.c_str());
    has_errors = has_errors || !one.is_warning;
  }
  return has_errors;
}

}  // namespace translator
