#include "files.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "failure.h"
#include "translate/whole_files.h"
#include "words.h"

namespace simtcc {

Words split(const std::string& text, const char* separators) {
  Words words;
  for (std::size_t end, begin = text.find_first_not_of(separators); begin != std::string::npos;
       begin = text.find_first_not_of(separators, end)) {
    end = text.find_first_of(separators, begin);
    words.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) break;
  }
  return words;
}

std::string read_file(const std::string& path, std::size_t limit) {
  return files::read(path, limit).value_or("");
}

void write_file(const std::string& path, std::string_view text) {
  std::FILE* out = std::fopen(path.c_str(), "wb");
  const bool written =
      out != nullptr && std::fwrite(text.data(), 1, text.size(), out) == text.size();
  if (out == nullptr || std::fclose(out) != 0 || !written) throw Failure("cannot write " + path);
}

bool is_readable(const std::string& path) { return access(path.c_str(), R_OK) == 0; }

std::string stem(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  return name.substr(0, name.rfind('.'));
}

TemporaryFolder::TemporaryFolder() {
  const char* where = std::getenv("TMPDIR");
  path_ = std::string(where != nullptr && *where != '\0' ? where : "/tmp") + "/simtcc.XXXXXX";
  if (mkdtemp(path_.data()) == nullptr) throw Failure("cannot make a folder for temporary files");
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace simtcc
