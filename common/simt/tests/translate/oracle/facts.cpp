// What the translator finds in a program, for oracle.py to compare with clang: a line for each launch, and one for each
// function that is declared or defined, with who may call it.
//
//   translator_facts FILE      of preprocessed text
//   translator_facts --macros  the macros that simtcc preprocesses with, an option in each line
#include <cstdio>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "item_facts.h"
#include "items.h"
#include "regions.h"
#include "simtcc/flags.h"
#include "translate.h"
#include "whole_files.h"

namespace {

using translator::Item;
using translator::kNone;
using translator::Source;

void print_macros() {
  for (const char* macro : simtcc::kVersionMacros) std::puts(macro);
  for (const char* macro : simtcc::kCudaMacros) std::puts(macro);
  for (const char* macro : simtcc::kTileMacros) std::puts(macro);
  for (const char* word : simtcc::kCudaWords) std::printf("-D__%s__=__%s__\n", word, word);
}

const char* space(bool is_kernel, translator::Runs runs) {
  if (is_kernel) return "kernel";
  if (runs.on_host && runs.on_device) return "both";
  return runs.on_device ? "device" : "host";
}

/// As the translation calls them, with the kernel's name where that has one.
void print_launches(const std::string& translated) {
  const std::regex launch(
      R"re(::simt::launch\("((?:[^"\\]|\\.)*)", "((?:[^"\\]|\\.)*)", (\d+),)re");
  for (std::sregex_iterator i(translated.begin(), translated.end(), launch), end; i != end; ++i) {
    std::printf("launch\t%s\t%s\t%s\n", i->str(2).c_str(), i->str(3).c_str(), i->str(1).c_str());
  }
}

class Functions {
 public:
  Functions(const Source& source, const std::vector<Item>& items)
      : source_(source),
        regions_(translator::find_regions(source, items)),
        is_item_(source.size()) {
    print(items);
    for (const translator::Region& region : regions_) {  // lambdas, and functions of local classes
      if (!is_item_[region.open]) line(region.open, space(false, region.runs), "{");
    }
  }

 private:
  void print(const std::vector<Item>& items) {
    for (const Item& item : items) {
      print(item.items);
      if (item.kind == Item::kNamespace || item.kind == Item::kClass) continue;
      if (!translator::is_function(item) || has_parentheses_only(item)) continue;
      translator::Runs runs = translator::runs_of(source_, item.first, item.parameters);
      if (item.kind == Item::kFunction) {
        is_item_[item.open] = true;
        runs = regions_[translator::region_at(regions_, item.open)].runs;
      }
      const bool is_kernel = translator::who_runs(source_, item).is_kernel;
      line(item.parameters - 1, space(is_kernel, runs), std::string(source_[item.parameters - 1]));
    }
  }

  /// `static_assert(…)`, `int x(3)`: execution_spaces looks at these, too, before it takes them for functions.
  bool has_parentheses_only(const Item& item) const {
    return source_[item.first] == "static_assert" || source_.is_number(item.parameters + 1);
  }

  void line(std::size_t token, const char* space, const std::string& name) const {
    if (source_.is_library(token)) return;
    std::printf("%s\t%s\t%d\t%s\n", space, std::string(source_.file(token)).c_str(),
                source_.line(token), name.c_str());
  }

  const Source& source_;
  const std::vector<translator::Region> regions_;
  std::vector<bool> is_item_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  if (std::string(argv[1]) == "--macros") {
    print_macros();
    return 0;
  }
  const std::optional<std::string> text = files::read(argv[1]);
  if (!text) return 2;
  std::vector<translator::Diagnostic> errors;
  print_launches(translator::translate(*text, errors));
  const Source source(*text, "<stdin>", errors);
  const std::vector<Item> items = translator::read_items(source, 0, source.size(), false);
  Functions(source, items);
  return translator::print(errors) ? 1 : 0;
}
