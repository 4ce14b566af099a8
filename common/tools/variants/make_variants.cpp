// Writes the wrong answers to an exercise as whole files, for the compiler.
//
//   make_variants VARIANTS SOLUTION FOLDER     FOLDER/NAME.cu for each === NAME of VARIANTS (variants.h)
//
// A file that is right already is left as it is, so that only what has changed is compiled again.
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "translate/whole_files.h"
#include "variants.h"

namespace {

void write_file(const std::string& path, const std::string& text) {
  if (files::read(path) == text) return;
  std::ofstream file(path, std::ios::binary);
  if (!(file << text).flush()) throw variants::Problem(path + " cannot be written");
}

std::string required_file(const std::string& path) {
  const std::optional<std::string> text = files::read(path);
  if (!text) throw variants::Problem(path + " cannot be read");
  return *text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: make_variants VARIANTS SOLUTION FOLDER\n";
    return 2;
  }
  const std::string file = argv[1], folder = argv[3];
  try {
    const std::string solution = required_file(argv[2]);
    const std::vector<variants::Variant> all = variants::read(required_file(file), file);
    for (const variants::Variant& variant : all) {
      write_file(folder + "/" + variant.name + ".cu",
                 variants::whole_text(variant, all, solution, file));
    }
  } catch (const variants::Problem& problem) {
    std::cerr << problem.what() << "\n";
    return 1;
  }
}
