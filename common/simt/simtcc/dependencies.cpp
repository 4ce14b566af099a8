#include "dependencies.h"

#include <algorithm>

namespace simtcc {

std::string dependency_file(const Options& options, const std::string& source,
                            const std::string& target) {
  if (options.dependencies.empty()) return "";
  if (!options.dependency_file.empty()) return options.dependency_file;
  const auto sources =
      std::count_if(options.inputs.begin(), options.inputs.end(),
                    [](const Input& input) { return input.language != Language::kObject; });
  if (options.mode == Mode::kLink && sources > 1) return stem(source) + ".d";
  return fs::path(target).replace_extension(".d");
}

Words dependency_options(const Options& options, const std::string& source,
                         const std::string& target) {
  if (options.dependencies.empty()) return {};
  Words words = {options.dependencies};
  if (options.phony_headers) words += {"-MP"};
  words += Words{"-MF", dependency_file(options, source, target)};
  return words +
         (options.dependency_targets.empty() ? Words{"-MQ", target} : options.dependency_targets);
}

}  // namespace simtcc
