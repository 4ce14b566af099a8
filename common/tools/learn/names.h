// Which names an answer uses, by the symbols of its object file: a kernel and its launch need CUDA and some of the
// standard library, but no processes, no files, and nothing of the check.
#pragma once

#include <string>

namespace learn {

/// The first name that an answer may not use or define, and why: "fork: an answer starts no processes and asks nothing
/// of the system". Empty if there is none.
/// @param symbols what `nm -C` says of its object file
/// @param given the same of the file that students get: what is in it is allowed
/// @param call the first instruction in it that calls the system, as `objdump -d` writes it; empty if there is none
std::string forbidden_name(const std::string& symbols, const std::string& given,
                           const std::string& call);

}  // namespace learn
