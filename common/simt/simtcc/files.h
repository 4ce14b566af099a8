/// @file
/// @ingroup simt_simtcc
/// Files, their names, and a folder for temporary ones.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace simtcc {

namespace fs = std::filesystem;

/// @return the first `limit` bytes of what is in the file; empty if it cannot be read
std::string read_file(const std::string& path, std::size_t limit = std::string::npos);
/// @throw Failure if that is not possible
void write_file(const std::string& path, std::string_view text);
bool is_readable(const std::string& path);

/// `a` of `folder/a.cu`.
std::string stem(const std::string& path);

inline bool starts_with(std::string_view text, std::string_view beginning) {
  return text.substr(0, beginning.size()) == beginning;
}
inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// A new folder, in $TMPDIR or /tmp; its end removes it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// The path of a file in it.
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace simtcc
