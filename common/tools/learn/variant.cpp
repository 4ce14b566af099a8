#include "variant.h"

#include <iostream>

#include "../variants/variants.h"
#include "problem.h"

namespace learn {

int print_variant(const Course& course, Record&, const Words& words) {
  const Exercise& exercise = course.find(words[0]);
  const std::string file = shown(exercise.variants());
  std::vector<std::string> names;
  const std::vector<variants::Variant> all = variants::read(read_file(exercise.variants()), file);
  for (const variants::Variant& variant : all) {
    if (variant.name == words[1]) {
      std::cout << variants::whole_text(variant, all, read_file(exercise.solution()), file);
      return kExitOk;
    }
    names.push_back(variant.name);
  }
  throw Problem(there_is_no("variant", words[1], names) + " (" + file + ")", kExitBadArguments);
}

}  // namespace learn
