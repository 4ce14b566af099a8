// number_sites: gives every place of a program that calls the runtime a number, in LLVM IR as a text.
//
//   number_sites IN.ll OUT.ll
//
// On a machine the runtime asks for the return address of a call, and for the frame of the function that makes it; the
// debugger's tables say which line that is. WebAssembly has none of that. Here a site is an entry in an array of the
// program, in the order of the functions' basic blocks: the caller stores its address, and that of its frame, in front
// of the call. What the tables would say is in the entry (site_table.h). A basic block is a site, too: its call of
// __sanitizer_cov_trace_pc is added here.
#include <cstdio>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ir_text.h"

namespace {

using std::string;
using std::string_view;

/// Functions that code calls by their C++ names where kernels have their own.
const std::map<string_view, string_view> kOwnFunctions = {
    {"@_Znwm", "@simt_new"},
    {"@_Znam", "@simt_new_array"},
    {"@_ZnwmRKSt9nothrow_t", "@simt_new_or_null"},
    {"@_ZnamRKSt9nothrow_t", "@simt_new_array_or_null"},
    {"@_ZnwmSt11align_val_t", "@simt_new_aligned"},
    {"@_ZnamSt11align_val_t", "@simt_new_array_aligned"},
    {"@_ZdlPv", "@simt_delete"},
    {"@_ZdaPv", "@simt_delete_array"},
    {"@_ZdlPvm", "@simt_delete_sized"},
    {"@_ZdaPvm", "@simt_delete_array_sized"},
    {"@_ZdlPvSt11align_val_t", "@simt_delete_aligned"},
    {"@_ZdaPvSt11align_val_t", "@simt_delete_array_aligned"},
    {"@_ZdlPvmSt11align_val_t", "@simt_delete_aligned_sized"},
    {"@_ZdaPvmSt11align_val_t", "@simt_delete_array_aligned_sized"}};

class Module {
 public:
  explicit Module(string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      lines_.push_back(text.substr(at, end - at));
      at = end + 1;
    }
  }

  string rewrite() {
    read_descriptions();
    for (const string_view line : lines_) {
      if (starts_with(line, "define ")) {
        begin_function(line);
      } else if (in_function_ && line == "}") {
        end_function();
      } else if (in_function_) {
        instruction(line);
      } else {
        outside(line);
      }
    }
    add_tables();
    return std::move(out_);
  }

 private:
  /// What the metadata and the attributes say: they stand at the end.
  void read_descriptions() {
    for (const string_view line : lines_) {
      if (starts_with(line, "!")) {
        const std::size_t space = line.find(' ');
        if (space != line.npos) metadata_[line.substr(0, space)] = line;
      } else if (starts_with(line, "attributes #") && contains(line, " sanitize_thread ")) {
        instrumented_.insert(line.substr(11, line.find(' ', 11) - 11));
      } else if (starts_with(line, "declare ")) {
        const std::size_t at = line.find('@');
        if (at != line.npos) external_.insert(name_at(line.substr(at)));
      }
    }
  }

  string_view field(string_view id, string_view name) const {
    const auto found = metadata_.find(id);
    if (found == metadata_.end()) return {};
    const string_view line = found->second;
    for (const string_view before : {"(", ", "}) {
      const string key = string(before) + string(name) + ": ";
      if (const std::size_t at = line.find(key); at != line.npos) {
        string_view value = line.substr(at + key.size());
        if (value[0] == '"') return value.substr(1, value.find('"', 1) - 1);
        return value.substr(0, value.find_first_of(",)"));
      }
    }
    return {};
  }

  /// Of a text as LLVM writes it down: `\\` or `\5C` is one.
  static std::size_t characters(string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++count) {
      at += text[at] != '\\' ? 1 : text.substr(at, 2) == "\\\\" ? 2 : 3;
    }
    return count;
  }

  string string_constant(string_view text) {
    auto [entry, is_new] = strings_.try_emplace(string(text));
    if (is_new) {
      entry->second = "@simt.text." + std::to_string(strings_.size());
      tables_ += entry->second + " = private unnamed_addr constant [" +
                 std::to_string(characters(text) + 1) + " x i8] c\"" + string(text) + "\\00\"\n";
    }
    return entry->second;
  }

  /// The SiteFrame of a DILocation.
  string frame(string_view id) {
    if (id.empty()) return "null";
    const auto known = frames_.find(id);
    if (known != frames_.end()) return known->second;
    string_view scope = field(id, "scope");
    string_view file = field(scope, "file");
    while (!scope.empty() && !contains(metadata_[scope], "!DISubprogram("))
      scope = field(scope, "scope");
    string_view function = field(scope, "linkageName");
    if (function.empty()) function = field(scope, "name");
    if (file.empty()) file = field(scope, "file");
    const string caller = frame(field(id, "inlinedAt"));
    const string name = "@simt.frame." + string(id.substr(1));
    tables_ += name + " = private unnamed_addr constant { ptr, ptr, i32, ptr } { ptr " +
               string_constant(function) + ", ptr " + string_constant(field(file, "filename")) +
               ", i32 " + string(field(id, "line").empty() ? "0" : field(id, "line")) + ", ptr " +
               caller + " }\n";
    frames_[id] = name;
    return name;
  }

  static string_view location_of(string_view line) {
    const std::size_t at = line.rfind("!dbg !");
    if (at == line.npos) return {};
    const string_view rest = line.substr(at + 5);
    return rest.substr(0, rest.find_first_of(", }"));
  }

  /// The address of a new site.
  string add_site(string_view location) {
    sites_.push_back(frame(location));
    return "getelementptr (ptr, ptr @simt.sites, i32 " + std::to_string(sites_.size() - 1) + ")";
  }

  void announce(string_view location) {
    out_ += "  store ptr " + add_site(location) +
            ", ptr @simt_site\n  store ptr %simt.frame, ptr @simt_frame\n";
    is_used_ = true;
  }

  void begin_function(string_view line) {
    in_function_ = true;
    is_used_ = false;
    function_ = name_at(line.substr(line.find('@')));
    function_is_local_ = contains(line.substr(0, line.find('@')), " internal ");
    const std::size_t parameters = line.rfind(')');
    const string_view rest = line.substr(parameters);
    is_instrumented_ = false;
    for (std::size_t at = rest.find('#'); at != rest.npos; at = rest.find('#', at + 1)) {
      const string_view group = rest.substr(at, rest.find_first_of(" {", at) - at);
      is_instrumented_ = is_instrumented_ || instrumented_.count(group) != 0;
    }
    // A kernel is one of them, and only pointers to kernels are asked for.
    is_kernel_ = is_instrumented_ && contains(line, " void @");
    first_site_ = sites_.size();
    builtin_variables_.clear();
    out_ += string(line) + "\n";
    frame_at_ = out_.size();
    at_block_begin_ = true;
    function_location_ = location_of(line);
  }

  void end_function() {
    in_function_ = false;
    if (is_used_) out_.insert(frame_at_, "  %simt.frame = alloca i64, align 16\n");
    out_ += "}\n";
    if (sites_.size() == first_site_) return;
    functions_ +=
        string(function_count_++ == 0 ? "" : ", ") + "{ ptr, ptr, ptr, ptr, i32 } { ptr " +
        string_constant(plain(function_)) + ", ptr getelementptr (ptr, ptr @simt.sites, i32 " +
        std::to_string(first_site_) + "), ptr getelementptr (ptr, ptr @simt.sites, i32 " +
        std::to_string(sites_.size()) + "), ptr " + (is_kernel_ ? string(function_) : "null") +
        ", i32 " + (function_is_local_ ? "1" : "0") + " }";
  }

  /// `  %3 = call …` or `  call …`: what is called; empty for anything else.
  static string_view callee_of(string_view line) {
    string_view rest = line.substr(std::min(line.find_first_not_of(' '), line.size()));
    if (starts_with(rest, "%")) {
      const std::size_t equals = rest.find(" = ");
      if (equals == rest.npos) return {};
      rest.remove_prefix(equals + 3);
    }
    for (const string_view tail : {"tail ", "musttail ", "notail "}) {
      if (starts_with(rest, tail)) rest.remove_prefix(tail.size());
    }
    if (!starts_with(rest, "call ")) return {};
    const std::size_t at = rest.find('@');
    const std::size_t parenthesis = rest.find('(');
    // The first @ may be an argument of an indirect call.
    if (at == rest.npos) return {};
    const string_view name = name_at(rest.substr(at));
    if (rest.substr(at + name.size(), 1) != "(") return {};
    (void)parenthesis;
    return name;
  }

  void instruction(string_view line) {
    if (line.empty()) {
      out_ += "\n";
      return;
    }
    if (line[0] != ' ') {  // a label
      at_block_begin_ = true;
      const bool is_entry = out_.size() == frame_at_;
      out_ += string(line) + "\n";
      if (is_entry) frame_at_ = out_.size();
      return;
    }
    const string_view code = line.substr(2);
    const bool is_first = contains(code, " = phi ") || contains(code, " = alloca ") ||
                          starts_with(code, "call void @llvm.dbg") || starts_with(code, "#dbg") ||
                          starts_with(code, "  #dbg");
    if (at_block_begin_ && !is_first) {
      at_block_begin_ = false;
      if (is_instrumented_) {
        string_view location = location_of(line);
        announce(location.empty() ? function_location_ : location);
        out_ += "  call void @__sanitizer_cov_trace_pc()\n";
      }
    }
    if (contains(code, "asm sideeffect \".pushsection simt_shared")) return shared_record(line);
    const string_view callee = callee_of(line);
    note_builtin_variable(code, callee);
    if (starts_with(callee, "@__tsan_")) {
      const string_view pointer = name_at(code.substr(std::min(code.find('%'), code.size() - 1)));
      if (builtin_variables_.count(pointer) != 0) return;
      announce(location_of(line));
    } else if (starts_with(callee, "@llvm.mem") || callee == "@simt_memcpy") {
      if (is_instrumented_) memory_intrinsic(line, callee);
    } else if (!callee.empty() && !starts_with(callee, "@llvm.") && external_.count(callee) != 0) {
      announce(location_of(line));
    }
    // (The call has kept other passes from taking the copy to pieces.)
    if (callee == "@simt_memcpy") {
      string copy(line);
      copy.replace(copy.find("@simt_memcpy"), 12, "@llvm.memcpy.p0.p0.i32");
      out_ += copy + "\n";
      return;
    }
    out_ += renamed(line) + "\n";
  }

  /// threadIdx and its like are registers: nobody counts what is read of them.
  void note_builtin_variable(string_view code, string_view callee) {
    if (code[0] != '%') return;
    const string_view result = name_at(code);
    const bool is_address =
        starts_with(callee, "@llvm.threadlocal.address") && contains(code, "@simt_");
    const std::size_t base = code.find("ptr %");
    const bool is_part = starts_with(code.substr(result.size()), " = getelementptr ") &&
                         base != code.npos &&
                         builtin_variables_.count(name_at(code.substr(base + 4))) != 0;
    if (is_address || is_part) builtin_variables_.insert(result);
  }

  /// memcpy and its like, of structs: accesses as the hooks for them know them.
  void memory_intrinsic(string_view line, string_view callee) {
    const string_view arguments = line.substr(line.find('(', line.find(callee)) + 1);
    std::vector<string_view> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (std::strchr("([{", arguments[i]) != nullptr) ++depth;
      if (std::strchr(")]}", arguments[i]) != nullptr && --depth < 0) {
        parts.push_back(arguments.substr(begin, i - begin));
        break;
      }
      if (arguments[i] == ',' && depth == 0) {
        parts.push_back(arguments.substr(begin, i - begin));
        begin = i + 2;
      }
    }
    const string_view size = parts[2].substr(parts[2].rfind(' ') + 1);
    const auto hook = [&](const char* what, string_view pointer) {
      const string_view alignment = between(pointer, "align ", " ");
      pointer.remove_prefix(pointer.find_last_of(' ') + 1);
      if (builtin_variables_.count(pointer) != 0) return;
      const int align = alignment.empty() ? 1 : std::atoi(string(alignment).c_str());
      const int bytes = size[0] == '%' ? 0 : std::atoi(string(size).c_str());
      const bool is_simple =
          (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16) &&
          (align >= bytes || (bytes == 16 && align == 8));
      announce(location_of(line));
      const string name = string("@__tsan_") + what;
      out_ += is_simple ? "  call void " + name + std::to_string(bytes) + "(ptr " +
                              string(pointer) + ")\n"
                        : "  call void " + name + "_range(ptr " + string(pointer) + ", i32 " +
                              string(size) + ")\n";
    };
    if (!starts_with(callee, "@llvm.memset")) hook("read", parts[1]);
    hook("write", parts[0]);
  }

  /// What an assembler would put into a section: where, and the numbers that stand behind.
  void shared_record(string_view line) {
    const string site = add_site(location_of(line));
    const string_view operands = between(line, "\"i,i,i\"(", ") ");
    const std::size_t first = operands.find(", "), second = operands.find(", ", first + 2);
    const string name = "@simt.shared." + std::to_string(records_.size());
    string_view key = operands.substr(0, first);
    tables_ += name + " = internal constant { ptr, ptr, " + string(operands.substr(first + 2, 3)) +
               ", " + string(operands.substr(second + 2, 3)) + " } { ptr " + site + ", " +
               (starts_with(key, "ptr ") ? string(key) : string("ptr null")) + ", " +
               string(operands.substr(first + 2, second - first - 2)) + ", " +
               string(operands.substr(second + 2)) + " }, section \"simt_shared\", align 4\n";
    records_.push_back(name);
  }

  static string renamed(string_view line) {
    string result(line);
    for (std::size_t at = result.find("@_Z"); at != string::npos; at = result.find("@_Z", at + 1)) {
      const string_view name = name_at(string_view(result).substr(at));
      if (name.size() > 28 || (name[3] != 'n' && name[3] != 'd')) continue;
      const auto own = kOwnFunctions.find(name);
      if (own != kOwnFunctions.end()) result.replace(at, name.size(), own->second);
    }
    return result;
  }

  void outside(string_view line) {
    if (starts_with(line, "@llvm.used = ")) {
      used_ = string(between(line, " [ptr ", "], section"));
      if (used_.empty()) used_ = string(between(line, "[ptr ", "], section"));
      return;
    }
    string text = renamed(line);
    if (!line.empty() && line[0] == '@') {
      // g++'s assembler gets more than the name of the section.
      if (const std::size_t at = text.find("section \"simt_"); at != string::npos) {
        const std::size_t name = at + 9;
        const std::size_t end = text.find('"', name);
        text.erase(text.find_first_of(",\\\"", name), end - text.find_first_of(",\\\"", name));
      }
      note_variable(text);
    }
    out_ += text + "\n";
  }

  void note_variable(string_view line) {
    const string_view name = name_at(line);
    const bool is_wanted =
        contains(line, "section \"simt_") || (starts_with(name, "@_ZZ") && contains(line, "simt_"));
    if (!is_wanted || contains(line, " external ")) return;
    std::size_t at = line.find(" global ");
    at = at != line.npos ? at + 8 : line.find(" constant ") + 10;
    const string_view rest = line.substr(at);
    const string type(rest.substr(0, end_of_type(rest)));
    variables_ += string(variable_count_++ == 0 ? "" : ", ") + "{ ptr, ptr, i32 } { ptr " +
                  string_constant(plain(name)) + ", ptr " + string(name) +
                  ", i32 ptrtoint (ptr getelementptr (" + type + ", ptr null, i32 1) to i32) }";
  }

  void add_tables() {
    const string site_count = std::to_string(sites_.size() + 1);
    string list;
    for (const string& site : sites_) list += "ptr " + site + ", ";
    out_ += tables_ + "@simt.sites = internal constant [" + site_count + " x ptr] [" + list +
            "ptr null]\n";
    const auto array = [&](const char* name, const char* type, unsigned count,
                           const string& entries) {
      out_ += string(name) + " = internal constant [" + std::to_string(count) + " x " + type +
              "] " + (count == 0 ? "zeroinitializer" : "[" + entries + "]") + "\n";
    };
    array("@simt.functions", "{ ptr, ptr, ptr, ptr, i32 }", function_count_, functions_);
    array("@simt.variables", "{ ptr, ptr, i32 }", variable_count_, variables_);
    out_ += "@simt.file = internal constant { ptr, i32, ptr, i32 } { ptr @simt.functions, i32 " +
            std::to_string(function_count_) + ", ptr @simt.variables, i32 " +
            std::to_string(variable_count_) + " }\n" +
            "@simt.file.entry = internal constant ptr @simt.file, section \"simt_files\"\n";
    std::size_t count = 1;
    string used = "ptr @simt.file.entry";
    for (const string& record : records_) {
      used += ", ptr " + record;
      ++count;
    }
    if (!used_.empty()) {
      for (std::size_t at = 0; at != string::npos; at = used_.find(", ptr ", at + 1)) ++count;
      used += ", ptr " + used_;
    }
    out_ += "@llvm.used = appending global [" + std::to_string(count) + " x ptr] [" + used +
            "], section \"llvm.metadata\"\n";
    if (external_.count("@simt_site") == 0) {
      out_ += "@simt_site = external global ptr\n@simt_frame = external global ptr\n";
    }
    for (const char* hook :
         {"@llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1 immarg)", "@__sanitizer_cov_trace_pc()",
          "@__tsan_read_range(ptr, i32)", "@__tsan_write_range(ptr, i32)"}) {
      if (external_.count(name_at(hook)) == 0) out_ += string("declare void ") + hook + "\n";
    }
    for (const char* what : {"read", "write"}) {
      for (const char* bytes : {"1", "2", "4", "8", "16"}) {
        const string hook = string("@__tsan_") + what + bytes;
        if (external_.count(hook) == 0) out_ += "declare void " + hook + "(ptr)\n";
      }
    }
  }

  std::vector<string_view> lines_;
  string out_;
  std::map<string_view, string_view> metadata_;
  std::set<string_view> instrumented_;  ///< groups of attributes
  std::set<string_view> external_;

  std::map<string, string> strings_;
  std::map<string_view, string> frames_;
  std::vector<string> sites_;
  std::vector<string> records_;
  string tables_, functions_, variables_, used_;
  unsigned function_count_ = 0, variable_count_ = 0;

  // Of the current function.
  bool in_function_ = false, is_instrumented_ = false, is_used_ = false, at_block_begin_ = false;
  bool function_is_local_ = false, is_kernel_ = false;
  string_view function_, function_location_;
  std::set<string_view> builtin_variables_;
  std::size_t first_site_ = 0, frame_at_ = 0;
};

bool read_file(const char* path, string& text) {
  std::FILE* const in = std::fopen(path, "rb");
  if (in == nullptr) return false;
  char part[1 << 16];
  for (std::size_t size; (size = std::fread(part, 1, sizeof part, in)) > 0;)
    text.append(part, size);
  const bool is_whole = std::ferror(in) == 0;
  std::fclose(in);
  return is_whole;
}

bool write_file(const char* path, const string& text) {
  std::FILE* const out = std::fopen(path, "wb");
  if (out == nullptr) return false;
  const bool is_whole = std::fwrite(text.data(), 1, text.size(), out) == text.size();
  return std::fclose(out) == 0 && is_whole;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: number_sites IN.ll OUT.ll\n", stderr);
    return 2;
  }
  string text;
  if (!read_file(argv[1], text)) {
    std::fprintf(stderr, "number_sites: error: cannot read %s\n", argv[1]);
    return 2;
  }
  if (!write_file(argv[2], Module(text).rewrite())) {
    std::fprintf(stderr, "number_sites: error: cannot write %s\n", argv[2]);
    return 2;
  }
}
