/// @file
/// @ingroup simt_base
/// From a program counter to the learner's line, and to the kernel it belongs to.
#pragma once

#include <string>
#include <vector>

#include "simt/launch.h"

namespace simt {

/// "file.cu:12" of the call or access before `return_address`; where that is a function of the
/// model's own headers, the line that called it. Files below the current directory are relative.
std::string source_line(const void* return_address);
/// source_line() of many at once: one run of addr2line.
std::vector<std::string> source_lines(const std::vector<const void*>& return_addresses);
/// Where the function of that line is inlined, the lines that call it, innermost first.
std::vector<std::string> inlined_at(const void* return_address);
/// Whether this is code of a copy function that the compiler has made, for a class one of whose members
/// has its own.
bool is_in_copy_function(const void* return_address);

/// `file` as it is named in messages: relative to the current directory if it is below it.
std::string readable_path(const std::string& file);

/// "byte 4 of the __device__ variable counter", or of a __managed__, __constant__ or host one; "host
/// memory" for what is in no variable
std::string variable_position(const void* address);

/// "4 bytes past the end of the __device__ variable counter (128 bytes)": where an address is that lies in no
/// variable, but close to one that kernels use; else nothing
std::string next_to_variable(const void* address, std::size_t bytes);

/// Start of the function that contains `address`, from the program's symbol table; null if unknown.
const void* function_start(const void* address);
/// Whether the function that contains `address` is a constructor or a conversion.
bool makes_object(const void* address);
/// The name of the function that contains `address`, without its parameters.
std::string function_name(const void* address);

/// "file.cu:12" of a launch.
std::string launch_line(const LaunchConfig& config);

}  // namespace simt
