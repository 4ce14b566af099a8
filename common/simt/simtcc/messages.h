/// @file
/// @ingroup simt_simtcc
/// Cleans g++'s messages of what the translation has added.
#pragma once

#include <string>

namespace simtcc {

/// What g++ prints its messages in: English, with quotes that stand in no name, and names that are not ASCII as they
/// are.
inline constexpr const char* kLocaleOfMessages = "C.UTF-8";

/// Takes the traces of the translation out of them: what the runtime's templates add, names that the translator has
/// made up, what follows from an error of the translation, and what it has declared deprecated to have a word with the
/// caller.
std::string clean_messages(const std::string& messages, const std::string& include_dir);

/// -fpermissive is for CCCL, not for the program: its warnings become errors.
/// @return whether there are any
bool make_permissive_errors(std::string& messages);

/// @return a line about -std=c++20 if one of the errors is about what only C++20 has; else nothing
std::string hint_at_newer_standard(const std::string& messages);

}  // namespace simtcc
