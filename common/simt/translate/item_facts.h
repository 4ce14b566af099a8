/// @file
/// @ingroup simt_translate
/// What a declaration says of itself.
#pragma once

#include <cstddef>
#include <string>

#include "items.h"
#include "source.h"

namespace translator {

/// Who runs a function.
struct Qualifiers {
  bool is_kernel = false, is_device = false, is_host = false, is_constant = false;
};
Qualifiers who_runs(const Source& source, const Item& item);

bool is_function(const Item& item);
bool is_destructor(const Source& source, const Item& item);
/// The first token of a function's name, `a::b<c>::operator+`.
std::size_t first_of_name(const Source& source, const Item& item);
/// `a::b::f(int, float) const`
std::string signature(const Source& source, const Item& item);

/// `__device__`, `__constant__` … : the device's, which the host only names.
bool is_device_memory(const Source& source, const Item& item);
/// Does it take part in the layout of its class?
bool is_data_member(const Source& source, const Item& item);
/// A variable that only the host has: device code cannot name it.
bool is_host_variable(const Source& source, const Item& item);
/// What a constexpr variable is, without the words that say where; empty for anything else.
std::string constant(const Source& source, const Item& item);

}  // namespace translator
