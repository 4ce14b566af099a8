#include <string>

#include "base/symbols.h"
#include "base/warning.h"
#include "simt/random/steps.h"

namespace simt {

void warn_of_poisson(double mean) {
  const void* const site = __builtin_return_address(0);
  warn_once("poisson", site, [&] {
    return "curand_poisson() with a mean of " + std::to_string(mean) +
           " draws other numbers than a GPU\n  at      " + source_line(site) +
           "\n  advice  their distribution is the same; below 64 and above 4000 the numbers are, "
           "too\n";
  });
}

}  // namespace simt
