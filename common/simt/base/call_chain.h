/// @file
/// @ingroup simt_base
/// From where the program has come to a call of the runtime: what functions of its own, like one that allocates
/// and checks, have called in turn.
#pragma once

#include <string>
#include <vector>

namespace simt {

/// Whether `source_line` has found the line: it has none for code of the runtime's.
bool is_line(const std::string& text);

/// Return addresses, the innermost first.
using CallChain = std::vector<const void*>;

/// The call in the program itself that has led to the one that returns to `site`, if that is in a function of
/// CCCL's (thrust, CUB, libcu++): what these allocate, copy and launch, the program has asked for.
const void* user_site(const void* site);

/// The calls that are going on, from the one that returns to `site` outwards. If the stack cannot be read, the chain
/// has only `site`.
CallChain call_chain(const void* site);
/// The innermost one of the calls that have led to the caller's, from a signal handler too, of which a line is
/// known; nothing if there is none.
std::string innermost_line();

/// The line that distinguishes the chain from those of `others` that begin with the same line: from there on it
/// differs from all of them. Empty if its first line does, or none.
std::string distinguishing_line(const CallChain& chain, const std::vector<CallChain>& others);

}  // namespace simt
