// Reading and writing whole files. A file is replaced in one step, so that it is never half there.
#pragma once

#include <filesystem>
#include <string>

#include "translate/whole_files.h"

namespace learn {

namespace fs = std::filesystem;
using files::lines_of;

/// @return what is in the file; empty if it cannot be read
std::string read_file(const fs::path& path);
/// @throw Problem if the folder cannot be written to
void write_file(const fs::path& path, const std::string& text);
/// Copies a file of the learner to <source>/.learn/kept, to a name not yet taken: x.1.cu, x.2.cu, …
/// @return the copy
fs::path keep(const fs::path& source, const fs::path& file);
/// The path as seen from where the learner is.
std::string shown(const fs::path& path);

}  // namespace learn
