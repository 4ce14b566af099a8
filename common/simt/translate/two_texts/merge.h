/// @file
/// @ingroup simt_translate
/// Programs that ask for `__CUDA_ARCH__`. nvcc preprocesses a file once for the host and once for the
/// device; where the two texts differ, one program is made of both.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diagnostic.h"

namespace translator {

/// One text of the two. Kernels and device functions are those of the device's text, host functions
/// those of the host's; what is for both gets both bodies and a test, at run time, where it runs.
/// A constant or a type that differs exists twice, under two names.
///
/// @param host, device  what `g++ -E` made of the file, without and with `__CUDA_ARCH__`
/// @param errors        receives what cannot be had in one program: a struct with other members, a
///                      function with other parameters, …
std::string merge_texts(std::string_view host, std::string_view device,
                        std::vector<Diagnostic>& errors);

/// System headers that only the device's text includes. Where they are included, others may be
/// missing: both texts need them from the start.
std::vector<std::string> headers_of_device(std::string_view host, std::string_view device);

}  // namespace translator
