/// @file
/// @ingroup simt_base
/// Functions that the compiler has generated: g++ makes the copy functions of a class, and gives all of their code
/// the line of the class.
#pragma once

#include <string>
#include <string_view>

namespace simt {

/// Whether a function can be one that g++ makes: a constructor, a destructor or an assignment.
/// @param function as addr2line -f -C names it, like `Item::operator=(Item const&)`
bool is_special_member(std::string_view function);

/// Whether g++ has made this function, so that the line that called it says more than its own.
/// @param location "/path/file.cu:12" of code in it
bool is_made_by_compiler(std::string_view function, const std::string& location);
/// Whether a class begins in the line `location`, "file.cu:12".
bool begins_class(const std::string& location);

}  // namespace simt
