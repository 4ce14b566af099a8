#include "spaces/host_library.h"

#include <set>
#include <string>
#include <string_view>

#include "declaration.h"

namespace translator {
namespace {

using Names = std::set<std::string_view>;

/// Functions of namespace std that are constexpr, which --expt-relaxed-constexpr lets through.
const Names kConstantFunctions = {"accumulate",
                                  "adjacent_difference",
                                  "all_of",
                                  "any_of",
                                  "binary_search",
                                  "bit_cast",
                                  "bit_ceil",
                                  "bit_floor",
                                  "bit_width",
                                  "clamp",
                                  "copy",
                                  "copy_if",
                                  "copy_n",
                                  "count",
                                  "count_if",
                                  "countl_zero",
                                  "countr_zero",
                                  "distance",
                                  "equal",
                                  "exchange",
                                  "exclusive_scan",
                                  "fill",
                                  "fill_n",
                                  "find",
                                  "find_if",
                                  "for_each",
                                  "gcd",
                                  "generate",
                                  "get",
                                  "has_single_bit",
                                  "inclusive_scan",
                                  "inner_product",
                                  "iota",
                                  "is_sorted",
                                  "lcm",
                                  "lower_bound",
                                  "make_pair",
                                  "make_tuple",
                                  "max",
                                  "max_element",
                                  "midpoint",
                                  "min",
                                  "min_element",
                                  "minmax",
                                  "none_of",
                                  "nth_element",
                                  "partial_sort",
                                  "partial_sum",
                                  "popcount",
                                  "reduce",
                                  "remove",
                                  "remove_if",
                                  "replace",
                                  "reverse",
                                  "rotate",
                                  "rotl",
                                  "rotr",
                                  "sort",
                                  "swap",
                                  "transform",
                                  "unique",
                                  "upper_bound"};
const Names kConstantClasses = {"vector", "string", "optional"};

const Names kFunctions = {"getline", "make_shared", "make_unique", "shuffle",  "stable_sort",
                          "stod",    "stof",        "stoi",        "to_string"};
const Names kClasses = {"deque",
                        "forward_list",
                        "function",
                        "ifstream",
                        "istringstream",
                        "list",
                        "lock_guard",
                        "map",
                        "mt19937",
                        "mt19937_64",
                        "multimap",
                        "multiset",
                        "mutex",
                        "ofstream",
                        "ostringstream",
                        "priority_queue",
                        "queue",
                        "random_device",
                        "set",
                        "shared_ptr",
                        "stack",
                        "stringstream",
                        "thread",
                        "uniform_int_distribution",
                        "unique_lock",
                        "unique_ptr",
                        "unordered_map",
                        "uniform_real_distribution",
                        "unordered_set",
                        "weak_ptr",
                        "normal_distribution",
                        "default_random_engine"};
const Names kStreams = {"cerr", "cin", "clog", "cout", "endl"};

/// Of the C library. printf, malloc, free, memcpy, memset, assert, clock and all of math.h are for both.
const Names kOfC = {"abort",    "atof",    "atoi",    "calloc",  "drand48", "exit",   "fclose",
                    "fflush",   "fopen",   "fprintf", "fputs",   "fread",   "fwrite", "getchar",
                    "getenv",   "isalpha", "isdigit", "isspace", "memcmp",  "perror", "putchar",
                    "puts",     "qsort",   "rand",    "rand_r",  "realloc", "scanf",  "sleep",
                    "snprintf", "sprintf", "srand",   "sscanf",  "strcat",  "strchr", "strcmp",
                    "strcpy",   "strlen",  "strncat", "strncmp", "strncpy", "strstr", "strtod",
                    "strtol",   "system",  "time",    "tolower", "toupper", "usleep"};

class LibraryChecker {
 public:
  LibraryChecker(Source& source, const Options& options) : source_(source), options_(options) {}

  void check(const Region& region) {
    for (std::size_t i = region.open + 1; i < region.close; ++i) {
      if (!source_.is_identifier(i) || !is_evaluated(source_, i)) continue;
      if (source_[i] == "std" && source_[i + 1] == "::" && !is_qualified(i)) {
        check_std(i + 2);
      } else if (kOfC.count(source_[i]) > 0 && source_[i + 1] == "(" && is_of_library(i)) {
        report(i, std::string(source_[i]));
      }
    }
  }

 private:
  /// `cuda::std`, `x.std`
  bool is_qualified(std::size_t i) const {
    if (source_[i - 1] == "::") return source_.is_identifier(i - 2) || source_[i - 2] == ">";
    return is_any_of(source_[i - 1], {".", "->"});
  }

  void check_std(std::size_t i) {
    const std::string_view name = source_[i];
    std::size_t behind = i + 1;
    if (const std::size_t close = source_.closing_angle(behind); close != kNone) behind = close + 1;
    const bool is_call = source_[behind] == "(";
    const bool is_object = is_call || source_[behind] == "{" || source_.is_identifier(behind);
    const auto is_in = [&](const Names& names) { return names.count(name) > 0; };
    const std::string full = "std::" + std::string(name);
    if (is_in(kStreams) || (is_call && is_in(kFunctions)) || (is_object && is_in(kClasses))) {
      report(i, full);
    } else if (!options_.relaxed_constexpr &&
               ((is_call && is_in(kConstantFunctions)) || (is_object && is_in(kConstantClasses)))) {
      report(i, full);
    } else if (!options_.relaxed_constexpr && name == "numeric_limits" && source_[behind] == "::" &&
               source_[behind + 2] == "(") {
      report(i, full + "<...>::" + std::string(source_[behind + 1]));
    } else if (is_call && kOfC.count(name) > 0) {
      report(i, full);
    }
  }

  /// Nothing of the program's has this name.
  bool is_of_library(std::size_t i) {
    if (is_any_of(source_[i - 1], {".", "->"})) return false;
    if (source_[i - 1] == "::" && source_.is_identifier(i - 2)) return false;
    if (!has_names_) {
      has_names_ = true;
      for (std::size_t k = 1; k < source_.size(); ++k) {
        if (kOfC.count(source_[k]) > 0 && is_declared_name(source_, k)) own_.insert(source_[k]);
      }
    }
    return own_.count(source_[i]) == 0;
  }

  void report(std::size_t i, const std::string& name) {
    source_.error(i, name +
                         " is for the host only: a kernel or a __device__ function cannot use it" +
                         (name.compare(0, 5, "std::") == 0
                              ? ". Write a loop, a __device__ function, or what cuda::std has"
                              : ""));
  }

  Source& source_;
  const Options options_;
  bool has_names_ = false;
  Names own_;
};

}  // namespace

bool is_name_of_std(std::string_view name) {
  static const Names others = {"abs",      "advance",   "apply", "begin",     "data",    "end",
                               "find_end", "forward",   "hash",  "invoke",    "merge",   "move",
                               "next",     "partition", "pow",   "prev",      "rbegin",  "search",
                               "size",     "sqrt",      "visit", "make_heap", "mismatch"};
  for (const Names* names : {&kConstantFunctions, &kFunctions, &others}) {
    if (names->count(name) > 0) return true;
  }
  return false;
}

void check_host_library(Source& source, const std::vector<Region>& regions,
                        const Options& options) {
  LibraryChecker checker(source, options);
  std::size_t end = 0;  // of the last body: what is inside of it has been seen
  for (const Region& region : regions) {
    const bool is_for_device = region.runs.on_device && !region.runs.on_host;
    if (!is_for_device || region.has_discarded_code || region.open < end) continue;
    checker.check(region);
    end = region.close;
  }
}

}  // namespace translator
