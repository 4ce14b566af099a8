#include "files.h"

#include <unistd.h>

#include <fstream>

#include "problem.h"

namespace learn {

std::string read_file(const fs::path& path) { return files::read(path).value_or(""); }

void write_file(const fs::path& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  fs::path whole = path;
  whole += ".part" + std::to_string(getpid());
  std::ofstream file(whole, std::ios::binary);
  file << text;
  file.close();
  if (file && fs::exists(path)) fs::permissions(whole, fs::status(path).permissions(), error);
  if (file) fs::rename(whole, path, error);
  if (!file || error) {
    fs::remove(whole, error);
    throw Problem("cannot write " + path.string());
  }
}

fs::path keep(const fs::path& source, const fs::path& file) {
  for (int k = 1;; ++k) {
    fs::path copy = source / ".learn" / "kept" /
                    (file.stem().string() + "." + std::to_string(k) + file.extension().string());
    if (fs::exists(copy)) continue;
    write_file(copy, read_file(file));
    if (read_file(copy) != read_file(file)) throw Problem("cannot copy " + file.string());
    return copy;
  }
}

std::string shown(const fs::path& path) {
  std::error_code error;
  const fs::path near = fs::proximate(path, error);
  return error || near.string().size() > path.string().size() ? path.string() : near.string();
}

}  // namespace learn
